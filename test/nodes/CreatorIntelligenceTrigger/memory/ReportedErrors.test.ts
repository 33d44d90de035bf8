import { ReportedErrors } from '../../../../nodes/CreatorIntelligenceTrigger/memory/ReportedErrors';

it('an error is reported once, until a poll has none or another one', () => {
	const notices = new ReportedErrors();
	expect(notices.isNew('error', 'a')).toBe(true);
	expect(notices.isNew('error', 'a')).toBe(false);
	expect(notices.isNew('error', 'b')).toBe(true);
	notices.isOver('error');
	expect(notices.isNew('error', 'b')).toBe(true);
});

it('an error and an outage are reported one beside the other', () => {
	const notices = new ReportedErrors();
	expect(notices.isNew('outage', 'a')).toBe(true);
	expect(notices.isNew('error', 'a')).toBe(true);
	notices.isOver('outage');
	expect(notices.isNew('error', 'a')).toBe(false);
	expect(notices.isNew('outage', 'a')).toBe(true);
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
	notices.isNew('error', 'a');
	notices.isNewNote('b');
	notices.postponed = 'c';
	notices.startOver();
	expect(notices.isNew('error', 'a')).toBe(true);
	expect(notices.isNewNote('b')).toBe(true);
	expect(notices.postponed).toBeUndefined();
});
