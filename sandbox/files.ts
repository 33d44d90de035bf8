import type { FastifyInstance } from 'fastify';
import type { Job } from './jobs/types';
import { notFound, Problem } from './problem';
import { reportFile } from './screening/reportFile';
import { FILES, type Service, signatureOf } from './service';

export const reportOf = (service: Service, job: Job) => ({
	url: service.fileUrl(job),
	name: `screening-${job.id}.pdf`,
	bytes: () => reportFile(service, job),
});

/** Reports by signed URL. Storage of that kind refuses requests that have a token as well. */
export function mountFiles(app: FastifyInstance, service: Service): void {
	app.get<{ Params: { name: string }; Querystring: { signature?: string } }>(
		`${FILES}/:name`,
		async (request, reply) => {
			if (request.headers.authorization !== undefined) {
				throw new Problem(400, 'two_authentications', 'A signed URL takes no Authorization header');
			}
			const id = /^screening-(.+)\.pdf$/.exec(request.params.name)?.[1] ?? '';
			const job = service.jobs.first((candidate) => String(candidate.id) === id);
			if (!job) throw notFound(`The file ${request.params.name}`);
			if (request.query.signature !== signatureOf(service.world, id)) {
				throw new Problem(403, 'bad_signature', 'The signature does not match');
			}
			const { name, bytes } = reportOf(service, job);
			return reply
				.header('content-disposition', `attachment; filename="${name}"`)
				.type('application/pdf')
				.send(await bytes());
		},
	);
}
