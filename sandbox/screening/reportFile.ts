import type { Job } from '../jobs/types';
import type { Service } from '../service';
import { isOpen, summary, verdicts } from './screening';

/** A page that a person can open. Its date is the clock's, so the same job gives the same bytes. */
export async function reportFile(service: Service, job: Job): Promise<Buffer> {
	// Takes longer to load than all of the rest, and few reports are asked for.
	const { PDFDocument, StandardFonts } = await import('pdf-lib');
	const document = await PDFDocument.create();
	const date = new Date(service.clock.now());
	document.setTitle(`Screening ${job.id}`);
	document.setCreationDate(date);
	document.setModificationDate(date);
	const font = await document.embedFont(StandardFonts.Helvetica);
	const page = document.addPage([595, 842]);
	const {
		risk_rating: rating,
		total_content_count: total,
		flagged_content_count: flagged,
	} = summary(service, job);
	const open = verdicts(service, job).filter((verdict) => isOpen(job, verdict));
	const lines = [
		`Screening of ${job.input.profile_url ?? job.input.content_url}`,
		`Risk rating ${rating}: ${flagged} of ${total} contents are flagged`,
		'',
		...open
			.slice(0, 40)
			.map(
				({ content, risks }) =>
					`${content.title}: ${risks.map(({ category }) => category).join(', ')}`,
			),
	];
	lines.forEach((line, i) => {
		// The standard fonts know no other characters.
		const text = line.replace(/[^\x20-\x7e]/g, '?');
		page.drawText(text, { x: 48, y: 780 - i * 17, size: i === 0 ? 14 : 10, font });
	});
	return Buffer.from(await document.save({ useObjectStreams: false }));
}
