import type { Provenance } from '../../verify/report/provenance';

export const measured: Provenance = {
	commit: 'abc1234',
	date: '2026-01-02T03:04:05.678Z',
	command: 'npm run verify -- faults',
	measures: ['nodes', 'verify/faults'],
	versions: { package: '1.2.3', n8n: '2.0.0', node: '24' },
	machine: { cores: 2, load: 0.5 },
};
