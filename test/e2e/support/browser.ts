import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { type Browser, chromium, type Locator, type Page } from 'playwright-core';

import { repositoryRoot } from '../../../scripts/n8n/paths';
import { findChromium, IMAGES_VARIABLE } from '../../../scripts/system/chromium';
import { instance } from './instance';

export const ARGUMENTS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--no-first-run',
	// Letters are then drawn in one way on all machines.
	'--font-render-hinting=none',
	'--disable-lcd-text',
	'--force-color-profile=srgb',
	'--hide-scrollbars',
];
const SIZE = { width: 1280, height: 800 };
/** High enough for the longest form. */
const TALL = { width: 1280, height: 1760 };
const IMAGES = join(repositoryRoot, 'docs/images');

/** A busy machine takes long to draw the editor. */
const PATIENCE = 120_000;

const byTestId = (id: string): string => `[data-test-id="${id}"]`;

/** n8n's editor, with the words of its users. */
export class Editor {
	private browser?: Browser;
	/** There once it is open. */
	page!: Page;

	async open(scheme: 'light' | 'dark' = 'light'): Promise<void> {
		this.browser = await chromium.launch({ executablePath: findChromium(), args: ARGUMENTS });
		const context = await this.browser.newContext({ viewport: SIZE, colorScheme: scheme });
		context.setDefaultTimeout(PATIENCE);
		// The pointer to it would cover the output.
		await context.addInitScript("localStorage.setItem('N8N_PIN_DATA_DISCOVERY_NDV', 'true')");
		this.page = await context.newPage();
		await this.logIn();
	}

	async close(): Promise<void> {
		await this.browser?.close();
	}

	private async logIn(): Promise<void> {
		const { url, login } = instance();
		await this.page.goto(`${url}/signin`);
		await this.page
			.locator('input[type="email"], input[name="emailOrLdapLoginId"]')
			.fill(login.email);
		await this.page.locator('input[type="password"]').fill(login.password);
		await this.page.locator(byTestId('form-submit-button')).click();
		await this.page.waitForURL((address) => !address.pathname.includes('signin'));
	}

	async newWorkflow(): Promise<void> {
		await this.page.goto(`${instance().url}/workflow/new`);
		await this.page.locator(byTestId('canvas-add-button')).waitFor();
	}

	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${instance().url}/workflow/${id}`);
		await this.page.locator(byTestId('canvas-node')).first().waitFor();
	}

	test(id: string): Locator {
		return this.page.locator(byTestId(id));
	}

	/** The panel that n8n offers nodes in. */
	async searchNodes(text: string): Promise<string[]> {
		if (!(await this.test('node-creator').isVisible())) {
			await this.test('node-creator-plus-button').click();
			await this.test('node-creator').waitFor();
		}
		const search = this.test('node-creator-search-bar');
		await search.fill('');
		await search.fill(text);
		await this.page.waitForTimeout(500);
		return await this.test('node-creator-item-name').allInnerTexts();
	}

	/** Adds a node from the panel by one of its actions; it is open then. */
	async addNode(name: string, action: string): Promise<void> {
		await this.searchNodes(name);
		const item = (text: string) =>
			this.test('node-creator-item-name').getByText(text, { exact: true });
		await item(name).click();
		await item(action).click();
		await this.test('parameter-input-resource').waitFor();
	}

	node(name: string): Locator {
		return this.test('canvas-node').filter({ hasText: name });
	}

	async openNode(name: string): Promise<void> {
		await this.node(name).dblclick();
		await this.test('ndv').waitFor();
	}

	async closeNode(): Promise<void> {
		await this.test('ndv-close-button').click();
		await this.test('ndv').waitFor({ state: 'hidden' });
	}

	/** Picks from the list of a parameter. */
	async choose(parameter: string, option: string): Promise<void> {
		await this.test(`parameter-input-${parameter}`).locator('input').first().click();
		await this.page
			.locator('.el-select-dropdown__item:visible')
			.filter({ has: this.page.getByText(option, { exact: true }) })
			.first()
			.click();
	}

	/** Types into a picker, the last one of a list, and takes an entry; with a picture of the open list. */
	async pick(parameter: string, text: string, entry: string, image?: string): Promise<void> {
		const picker = this.test(`resource-locator-${parameter}`);
		await picker.locator(byTestId('rlc-input')).last().click();
		await this.page.locator(`${byTestId('rlc-search')}:visible`).fill(text);
		const offered = this.page.locator(`${byTestId('rlc-item')}:visible`).filter({ hasText: entry });
		await offered.first().waitFor();
		if (image !== undefined) await this.screenshot(image);
		await offered.first().click();
	}

	/** Creates a credential for the open node, with these fields, and opens it again to show its test. */
	async newCredential(fields: Record<string, string>): Promise<void> {
		await this.test('node-credentials-select').locator('input').click();
		await this.test('node-credentials-select-item-new').click();
		await this.test('editCredential-modal').waitFor();
		for (const [name, value] of Object.entries(fields)) await this.fill(name, value);
		await this.test('credential-save-button').click();
		// n8n closes the form of a new credential when its test has succeeded.
		await this.test('editCredential-modal').waitFor({ state: 'hidden' });
		await this.test('credential-edit-button').click();
		await this.test('credentials-config-container-test-success').waitFor();
	}

	/** Closes the credential and the node behind it: n8n takes the key for both. */
	async closeCredential(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.test('editCredential-modal').waitFor({ state: 'hidden' });
		await this.test('ndv').waitFor({ state: 'hidden' });
	}

	async chooseCredential(name: string): Promise<void> {
		await this.test('node-credentials-select').locator('input').click();
		await this.page
			.locator('.el-select-dropdown__item:visible')
			.filter({ hasText: name })
			.first()
			.click();
	}

	/** Enters a text or a number into a parameter, also one in a collection. */
	async fill(parameter: string, value: string): Promise<void> {
		const field = this.test(`parameter-input-${parameter}`).locator('input, textarea').first();
		await field.fill(value);
		await field.blur();
	}

	/** Drags a field of the input into a parameter, which then has an expression. */
	async drag(field: string, parameter: string): Promise<void> {
		const from = this.test('ndv-input-panel').getByText(field, { exact: true }).first();
		await from.hover();
		await this.page.mouse.down();
		const to = await this.test(`parameter-input-${parameter}`).boundingBox();
		if (!to) throw new Error(`There is no parameter ${parameter}`);
		await this.page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 20 });
		await this.page.mouse.up();
		await this.test(`parameter-input-${parameter}`).getByText(`$json.${field}`).first().waitFor();
	}

	/** Turns on a switch. */
	async turnOn(parameter: string): Promise<void> {
		await this.test(`parameter-input-${parameter}`).locator('.el-switch').click();
	}

	private async openOptions(collection: string): Promise<Locator> {
		const label = this.page.getByText(collection, { exact: true });
		const holder = this.page.locator('.multi-parameter').filter({ has: label });
		// A button, or in older versions of n8n a list to choose from.
		const add = `${byTestId('collection-parameter-add')}, .add-option .el-select`;
		await holder.locator(add).first().click();
		return this.page.locator('.el-select-dropdown__item:visible');
	}

	/** What a collection of this label offers. */
	async options(collection: string): Promise<string[]> {
		const offered = await this.openOptions(collection);
		await offered.first().waitFor();
		const names = await offered.allInnerTexts();
		await this.page.keyboard.press('Escape');
		return names.map((name) => name.trim());
	}

	/** Adds an entry to a collection. */
	async addOption(collection: string, option: string): Promise<void> {
		const offered = await this.openOptions(collection);
		await offered
			.filter({ has: this.page.getByText(option, { exact: true }) })
			.first()
			.click();
	}

	/** Executes the workflow from one of its triggers, until it has ended. */
	async executeWorkflow(trigger: string): Promise<void> {
		await this.startWorkflow(trigger);
		await this.waitForEnd();
	}

	async startWorkflow(trigger: string): Promise<void> {
		await this.node(trigger).hover();
		await this.test(`execute-workflow-button-${trigger}`).first().click();
	}

	async waitForEnd(): Promise<void> {
		await this.page
			.getByText(/Workflow executed successfully|Problem in node/)
			.first()
			.waitFor();
	}

	/** Executes the open node; returns the text of its output panel. */
	async executeStep(): Promise<string> {
		await this.test('node-execute-button').click();
		const output = this.test('output-panel');
		await output
			.locator(`${byTestId('ndv-items-count')}, ${byTestId('node-error-message')}`)
			.first()
			.waitFor();
		return await output.innerText();
	}

	/** Shows the output of the open node as a table, and makes room for it. */
	async showTable(): Promise<void> {
		await this.test('output-panel').getByText('Table', { exact: true }).click();
		await this.test('panel-drag-button').hover();
		await this.page.mouse.down();
		await this.page.mouse.move(0, 0, { steps: 20 });
		await this.page.mouse.up();
	}

	/** The labels of all parameters that are shown. */
	async labels(): Promise<string[]> {
		const labels = await this.test('node-parameters')
			.locator(byTestId('input-label'))
			.allInnerTexts();
		// Behind the label come its hint and its switches.
		return labels.map((label) => label.split('\n')[0].trim()).filter((label) => label !== '');
	}

	/** A picture for the documentation; only if asked for, as no two runs' are the same. */
	async screenshot(name: string): Promise<void> {
		if (!process.env[IMAGES_VARIABLE]) return;
		await mkdir(IMAGES, { recursive: true });
		await this.calmDown();
		await this.page.screenshot({ path: join(IMAGES, `${name}.png`), animations: 'disabled' });
	}

	/** The parameters of the open node, all of them and nothing else. */
	async panelPicture(): Promise<Buffer> {
		await this.page.setViewportSize(TALL);
		await this.page.evaluate('document.activeElement?.blur()');
		await this.page.evaluate('document.fonts.ready.then(() => true)');
		await this.calmDown();
		const panel = this.page.locator('.node-settings');
		const picture = await panel.screenshot({
			animations: 'disabled',
			caret: 'hide',
			// Versions of Chromium draw the corner of a text box in different ways; expressions have a font of the machine.
			style:
				'textarea { resize: none !important; } .parameter-item:has(.cm-editor) * { font-family: InterVariable !important; }',
		});
		await this.page.setViewportSize(SIZE);
		return picture;
	}

	/** Moving things would make every run's picture another one. */
	private async calmDown(): Promise<void> {
		// Messages come and go when they like.
		await this.page.evaluate(
			"document.querySelectorAll('.el-notification').forEach(({ style }) => { style.display = 'none'; })",
		);
		await this.page.mouse.move(0, 0);
		await this.page.waitForTimeout(400);
	}
}

/** One for all tests of a file, open from the first to the last. */
export function useEditor(): Editor {
	const editor = new Editor();
	beforeAll(async () => await editor.open());
	afterAll(async () => await editor.close());
	return editor;
}
