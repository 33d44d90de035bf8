import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import axios, { type AxiosInstance, isAxiosError } from 'axios';
import { parse } from 'flatted';
import type {
	ExecutionStatus,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IConnections,
	INode,
	INodeCredentialTestResult,
	INodeTypeDescription,
	IPinData,
	IRunExecutionData,
	IWorkflowSettings,
} from 'n8n-workflow';

export interface Login {
	email: string;
	password: string;
}

export interface Credential {
	id: string;
	name: string;
	type: string;
}

/** A workflow as it is exported and imported. */
export interface WorkflowDocument {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
	pinData?: IPinData;
	meta?: Record<string, unknown>;
}

export interface Workflow extends WorkflowDocument {
	id: string;
	versionId: string;
	active: boolean;
}

export interface Execution {
	id: string;
	status: ExecutionStatus;
	workflowId: string;
	data: IRunExecutionData;
}

export interface ExecutionSummary {
	id: string;
	status: ExecutionStatus;
	mode: string;
	workflowId: string;
	createdAt: string;
	/** Null before that. */
	startedAt: string | null;
	stoppedAt: string | null;
}

export type CredentialInput = Omit<Credential, 'id'> & { data: ICredentialDataDecryptedObject };

const OVER = new Set<ExecutionStatus>(['success', 'error', 'crashed', 'canceled']);

export const isOver = ({ status }: Pick<ExecutionSummary, 'status'>): boolean => OVER.has(status);

const PAGE = 100;

interface ExecutionPage {
	results: ExecutionSummary[];
	nextCursor?: string | null;
}

/** n8n's own REST interface, as its editor uses it. */
export class N8nClient {
	private readonly http: AxiosInstance;

	constructor(readonly url: string) {
		// n8n ties a session to a browser.
		const headers = { 'browser-id': 'n8n-nodes-creator-intelligence' };
		const settings = { baseURL: `${url}/rest`, headers, timeout: 300_000 };
		// A connection that is kept may be closed by n8n at the very moment of its next use.
		this.http = axios.create({ ...settings, proxy: false, httpAgent: new Agent() });
		this.http.interceptors.response.use(
			(response) => {
				this.keepSession(response.headers['set-cookie']);
				return response;
			},
			(error: unknown) => {
				throw isAxiosError(error) ? new RestError(error) : error;
			},
		);
	}

	/** A log-in sets one cookie, which n8n sends anew before it expires. */
	private keepSession(cookies: string[] = []): void {
		const session = cookies.find((cookie) => cookie.startsWith('n8n-auth='));
		if (session) this.http.defaults.headers.common.cookie = session.split(';', 1)[0];
	}

	async needsOwner(): Promise<boolean> {
		const { userManagement } = await this.get<{
			userManagement: { showSetupOnFirstLoad: boolean };
		}>('/settings');
		return userManagement.showSetupOnFirstLoad;
	}

	async createOwner({ email, password }: Login): Promise<void> {
		await this.post('/owner/setup', { email, password, firstName: 'Demo', lastName: 'User' });
	}

	async logIn({ email, password }: Login): Promise<void> {
		await this.post('/login', { emailOrLdapLoginId: email, password });
	}

	async nodeTypes(): Promise<INodeTypeDescription[]> {
		return await this.getFile<INodeTypeDescription[]>('/types/nodes.json');
	}

	async credentialTypes(): Promise<ICredentialType[]> {
		return await this.getFile<ICredentialType[]>('/types/credentials.json');
	}

	async credentials(): Promise<Credential[]> {
		return await this.get<Credential[]>('/credentials');
	}

	async createCredential(input: CredentialInput): Promise<Credential> {
		return await this.post<Credential>('/credentials', input);
	}

	async updateCredential(id: string, input: CredentialInput): Promise<void> {
		await this.http.patch(`/credentials/${id}`, input);
	}

	async readCredential(id: string): Promise<CredentialInput> {
		return await this.get<CredentialInput>(`/credentials/${id}?includeData=true`);
	}

	async deleteCredential(id: string): Promise<void> {
		await this.http.delete(`/credentials/${id}`);
	}

	async testCredential(
		credential: Credential & { data: ICredentialDataDecryptedObject },
	): Promise<INodeCredentialTestResult> {
		return await this.post<INodeCredentialTestResult>('/credentials/test', {
			credentials: credential,
		});
	}

	async workflows(): Promise<Workflow[]> {
		return await this.get<Workflow[]>('/workflows');
	}

	async createWorkflow(workflow: WorkflowDocument): Promise<Workflow> {
		return await this.post<Workflow>('/workflows', { settings: {}, ...workflow, active: false });
	}

	async readWorkflow(id: string): Promise<Workflow> {
		return await this.get<Workflow>(`/workflows/${id}`);
	}

	/** Runs a saved workflow by hand, from one of its triggers; returns the execution's id. */
	async run(workflow: Workflow, trigger: string): Promise<string> {
		const { executionId } = await this.post<{ executionId: string }>(
			`/workflows/${workflow.id}/run`,
			{ workflowData: workflow, triggerToStartFrom: { name: trigger }, startNodes: [] },
		);
		return executionId;
	}

	async activate({ id, versionId }: Workflow): Promise<void> {
		try {
			await this.post(`/workflows/${id}/activate`, { versionId });
		} catch (error) {
			// The 1.x line has no versions to publish: a workflow is active or not.
			if (!(error instanceof RestError) || error.status !== 404) throw error;
			await this.http.patch(`/workflows/${id}`, { active: true, versionId });
		}
	}

	async deactivate({ id, versionId }: Workflow): Promise<void> {
		try {
			await this.post(`/workflows/${id}/deactivate`, {});
		} catch (error) {
			if (!(error instanceof RestError) || error.status !== 404) throw error;
			await this.http.patch(`/workflows/${id}`, { active: false, versionId });
		}
	}

	async execution(id: string): Promise<Execution> {
		const { data, ...rest } = await this.get<Omit<Execution, 'data'> & { data: string }>(
			`/executions/${id}`,
		);
		return { ...rest, data: parse(data) as IRunExecutionData };
	}

	/** All of a workflow, the newest first, without what they put out. */
	async executions(workflowId: string): Promise<ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const all: ExecutionSummary[] = [];
		let from = '';
		for (;;) {
			const { results, nextCursor } = await this.get<ExecutionPage>(
				`/executions?filter=${filter}&limit=${PAGE}${from}`,
			);
			// Those under way may come with every page.
			const news = results.filter(({ id }) => all.every((each) => each.id !== id));
			all.push(...news);
			// The 1.x line has no cursors.
			const isLast = nextCursor === undefined ? results.length < PAGE : nextCursor === null;
			if (isLast || news.length === 0) return all;
			from = nextCursor ? `&cursor=${nextCursor}` : `&lastId=${all.at(-1)?.id}`;
		}
	}

	async status(id: string): Promise<ExecutionStatus> {
		const { status } = await this.get<{ status: ExecutionStatus }>(`/executions/${id}`);
		return status;
	}

	async waitFor(id: string, patience = 600_000): Promise<Execution> {
		const deadline = Date.now() + patience;
		let status: ExecutionStatus = 'new';
		while (Date.now() < deadline) {
			status = await this.status(id);
			if (isOver({ status })) return await this.execution(id);
			await sleep(200);
		}
		throw new Error(`Execution ${id} is still "${status}" after ${patience / 1000} s`);
	}

	async stop(id: string): Promise<void> {
		await this.post(`/executions/${id}/stop`, {});
	}

	/** "Retry execution", with the workflow as it was; returns the new execution's id. */
	async retry(id: string): Promise<string> {
		const { id: retried } = await this.post<{ id: string }>(`/executions/${id}/retry`, {
			loadWorkflow: false,
		});
		return retried;
	}

	async get<T>(path: string): Promise<T> {
		const { data } = await patiently(async () => await this.http.get<{ data: T }>(path));
		return data.data;
	}

	async patch(path: string, body: unknown): Promise<void> {
		await this.http.patch(path, body);
	}

	/** What is served as it is, outside the REST interface. */
	private async getFile<T>(path: string): Promise<T> {
		const { data } = await this.http.get<T>(path, { baseURL: this.url });
		return data;
	}

	async post<T = unknown>(path: string, body: unknown): Promise<T> {
		const { data } = await patiently(async () => await this.http.post<{ data: T }>(path, body));
		return data.data;
	}
}

const TRIES = 20;

/** On a busy machine n8n takes its database to be away at times, and refuses everything meanwhile. */
async function patiently<T>(request: () => Promise<T>): Promise<T> {
	for (let tries = 1; ; tries++) {
		try {
			return await request();
		} catch (error) {
			const isPassing = error instanceof RestError && /Database is not ready/.test(error.message);
			if (!isPassing || tries === TRIES) throw error;
			await sleep(500);
		}
	}
}

/** Says what n8n said, and never what was sent: that may hold a token. */
export class RestError extends Error {
	readonly status?: number;

	constructor({ response, config, message }: AxiosLike) {
		const said = isMessage(response?.data) ? response.data.message : message;
		super(`${config?.method?.toUpperCase()} ${config?.url}: ${said}`);
		this.name = 'RestError';
		this.status = response?.status;
	}
}

interface AxiosLike {
	message: string;
	config?: { method?: string; url?: string };
	response?: { status: number; data?: unknown };
}

function isMessage(data: unknown): data is { message: string } {
	return typeof data === 'object' && data !== null && 'message' in data;
}
