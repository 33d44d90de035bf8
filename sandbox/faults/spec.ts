import { validator } from '../rules/validation';
import { type FaultKind, FaultRule } from './rule';

const parameterOf: Partial<Record<FaultKind, keyof FaultRule>> = {
	latency: 'ms',
	slowBody: 'ms',
	status: 'status',
	html: 'status',
	outage: 'seconds',
	rateLimit: 'seconds',
	huge: 'bytes',
	redirect: 'url',
};

const checked = validator(FaultRule, 'body');
const isKind = (name: string): name is FaultKind => name in parameterOf;

/** One text for the header and for the token: `latency=200;status=503,times=2`. */
export function parseFaults(text: string): FaultRule[] {
	return text
		.split(';')
		.map((part) => part.trim())
		.filter(Boolean)
		.map((part) => {
			const [first, ...rest] = part.split(',').map((pair) => pair.trim());
			const [kind, value] = split(first);
			const parameter = isKind(kind) ? parameterOf[kind] : undefined;
			return checked({
				kind,
				...(parameter && value !== undefined && { [parameter]: typed(value) }),
				...Object.fromEntries(
					rest.map((pair) => split(pair)).map(([key, text]) => [key, typed(text)]),
				),
			});
		});
}

function split(pair: string): [string, string | undefined] {
	const at = pair.indexOf('=');
	return at < 0 ? [pair, undefined] : [pair.slice(0, at), pair.slice(at + 1)];
}

const typed = (value: string | undefined): string | number | undefined =>
	value !== undefined && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
