import { nextStep, type NextStep, type PageContext } from '../../../../nodes/shared/lists/nextStep';
import { DEFAULT_PAGE_SETTINGS } from '../../../../nodes/shared/lists/scheme';
import { findRows } from '../../../../nodes/shared/recognition/rows';
import { describeReadings } from '../recognition/readings';

// What is asked for after the first page of each list, and after a second one that is like it.
describeReadings('answers/lists.json', 'pages.txt', ({ path, headers, sent = {} }, body) => {
	const found = findRows({ value: body, endpointPath: path });
	const rows = found?.rows.length ?? 0;
	const first: PageContext = {
		response: body,
		headers,
		rowsPath: found?.path ?? '',
		...{ rows, largestPage: rows, fetched: rows, pages: 1 },
		entered: { names: Object.keys(sent), value: (name) => sent[name] },
		resolve: (link) => new URL(link, 'https://api.example.com/list').href,
	};
	const after = nextStep(DEFAULT_PAGE_SETTINGS, first);
	const requested = after.kind === 'next' ? after.step : undefined;
	const second = { ...first, requested, pages: 2, fetched: 2 * rows };
	return { then: `${stepOf(after)}, ${stepOf(nextStep(DEFAULT_PAGE_SETTINGS, second))}` };
});

function stepOf(decision: NextStep): string {
	if (decision.kind === 'end') return `end ${decision.incomplete ?? ''}`.trim();
	return `${JSON.stringify(decision.step)} ${decision.found.rule} ${decision.basis}`;
}
