import type { Entry } from '../../../../nodes/shared/ledger/Entries';
import { notSentAgain } from '../../../../nodes/shared/ledger/failures';

const at = Date.UTC(2026, 0, 2, 3, 4, 5);
const detailsOf = (outcome: Entry['outcome'], more: Partial<Entry> = {}) => {
	const request = { message: 'The screening was not submitted again', label: 'POST /screening' };
	return notSentAgain(request, { outcome, at, fingerprints: [], ...more }).details;
};

describe('a request of an earlier attempt is not sent again', () => {
	it('with an unknown outcome, and its error details are kept', () => {
		const details = detailsOf('lost', {
			failure: { message: 'Timed out', status: 504, code: 'x' },
		});
		expect(details).toMatchObject({
			kind: 'job',
			message:
				'The screening was not submitted again, because an earlier attempt may have succeeded',
			status: 504,
			code: 'x',
			outcomeUnknown: true,
		});
		expect(details.description).toMatch(
			/^The request sent at 2026-01-02T03:04:05\.000Z got no usable response \(Timed out\)\. It may have been processed and charged: .*'Retry Unsafe'/,
		);
		expect(detailsOf('lost').description).toMatch(/ got no usable response\. It may have been/);
	});

	it('with a response that was not stored', () => {
		const { message, description } = detailsOf('accepted');
		expect(message).toMatch(/, because an earlier attempt got a response that was too large/);
		expect(description).toMatch(
			/^The request got a response at about 2026-01-02T03:04:05\.000Z, and has probably been charged\. .* To send POST \/screening again, start/,
		);
	});
});
