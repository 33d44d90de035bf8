import { ReportedErrors } from '../../../../../nodes/CreatorIntelligenceTrigger/memory/process/ReportedErrors';

it('an error is reported once, until a poll has none or another one', () => {
	const notices = new ReportedErrors();
	expect(notices.isNewError('a')).toBe(true);
	expect(notices.isNewError('a')).toBe(false);
	expect(notices.isNewError('b')).toBe(true);
	notices.isNewError(undefined);
	expect(notices.isNewError('b')).toBe(true);
});

it('a transient problem is reported once, until a poll without it', () => {
	const notices = new ReportedErrors();
	expect(notices.isNewPassing(undefined)).toBe(false);
	expect(notices.isNewPassing('a')).toBe(true);
	expect(notices.isNewPassing('a')).toBe(false);
	expect(notices.isNewPassing(undefined)).toBe(false);
	expect(notices.isNewPassing('a')).toBe(true);
});

it('a note is reported once, and again only after 2,000 others', () => {
	const notices = new ReportedErrors();
	const noteOthers = (count: number) => {
		for (let n = 0; n < count; n++) notices.isNewNote(`note ${n}`);
	};
	expect(notices.isNewNote('a')).toBe(true);
	noteOthers(1_999);
	expect(notices.isNewNote('a')).toBe(false);
	noteOthers(2_000);
	expect(notices.isNewNote('a')).toBe(true);
});

it('reports of a poll that n8n dropped are repeated', () => {
	const notices = new ReportedErrors();
	notices.isNewError('a');
	notices.isNewNote('b');
	notices.postponed = 'c';
	notices.startOver();
	expect(notices.isNewError('a')).toBe(true);
	expect(notices.isNewNote('b')).toBe(true);
	expect(notices.postponed).toBeUndefined();
});
