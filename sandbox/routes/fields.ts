import { Type } from '@sinclair/typebox';

export const identifier = Type.String({
	minLength: 1,
	maxLength: 2048,
	description: 'Handle or profile URL',
});
export const platformId = Type.String({ format: 'uuid', description: 'Id of a network' });
export const url = (description: string) =>
	Type.String({ format: 'uri', maxLength: 2048, description });
export const profileUrl = url('URL of a profile');
export const contentUrl = url('URL of a single content item');
export const date = (description: string) =>
	Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}', description });
