import type { ServiceResponse, FileContent } from '../http/types';
import { contentType, markedEncoding, MAX_HEADER_LENGTH } from '../http/text';
import { profileName } from '../recognition/traits';
import { percentDecoded, trimEndOf } from '../values/text';
import type { OutputItem } from './outputItem';

/** `start`: how files begin that services send as `application/octet-stream`, or with no type at all. */
const TYPES: Array<{ type: string; extension: string; start?: Buffer }> = [
	{ type: 'application/pdf', extension: 'pdf', start: Buffer.from('%PDF-') },
	{ type: 'application/zip', extension: 'zip', start: Buffer.from([0x50, 0x4b, 0x03, 0x04]) },
	{ type: 'application/gzip', extension: 'gz', start: Buffer.from([0x1f, 0x8b]) },
	{ type: 'image/png', extension: 'png', start: Buffer.from([0x89, 0x50, 0x4e, 0x47]) },
	{ type: 'image/jpeg', extension: 'jpg', start: Buffer.from([0xff, 0xd8, 0xff]) },
	{ type: 'image/gif', extension: 'gif', start: Buffer.from('GIF8') },
	{ type: 'application/json', extension: 'json' },
	{ type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', extension: 'xlsx' },
	{ type: 'text/csv', extension: 'csv' },
	{ type: 'text/html', extension: 'html' },
	{ type: 'text/plain', extension: 'txt' },
];

/** Spreadsheets (`openxml`) and drawings (`svg+xml`) are files although their types contain `xml`. */
const TEXTUAL = /^(?!image\/)(?:text\/|.*(?:json|[/+-]xml|csv|javascript|urlencoded|yaml))/;
/** Content types of files of unknown type. */
const UNTYPED = new Set(['', 'application/octet-stream', 'binary/octet-stream']);

/** The type of the file that the response is, or `undefined` if it is text. */
export function fileType(response: ServiceResponse): string | undefined {
	const declared = contentType(response);
	if (UNTYPED.has(declared)) {
		const known = TYPES.find(
			({ start }) => start && response.body.subarray(0, start.length).equals(start),
		);
		if (known !== undefined) return known.type;
		// Texts in UTF-16 hold zeros, too.
		const isBinary = response.body.includes(0) && markedEncoding(response.body) === undefined;
		return isBinary ? 'application/octet-stream' : undefined;
	}
	return TEXTUAL.test(declared) ? undefined : declared;
}

export function toFile(response: ServiceResponse, path: string): FileContent {
	const type = fileType(response) ?? (contentType(response) || 'text/plain');
	return { bytes: response.body, type, name: fileName(response, path, type) };
}

/** The name in Content-Disposition, or the last part of the path with a fitting ending. */
function fileName(response: ServiceResponse, path: string, type: string): string {
	const header = (response.headers['content-disposition'] ?? '').slice(0, MAX_HEADER_LENGTH);
	const encoded = /filename\*=(?:UTF-8'')?([^;]+)/i.exec(header)?.[1];
	const plain = /filename="?([^";]+)"?/i.exec(header)?.[1];
	const given = baseName((encoded !== undefined && percentDecoded(encoded.trim())) || plain || '');
	if (given !== '') return given;
	const end = path.split('?', 1).join('').slice(-MAX_HEADER_LENGTH);
	const last = baseName(percentDecoded(end) ?? end) || 'file';
	const { extension } = TYPES.find((each) => each.type === type) ?? {};
	return extension === undefined || last.includes('.') ? last : `${last}.${extension}`;
}

/** File systems take 255 bytes, and a character may need three; reports add a word and an ending. */
const MAX_NAME_LENGTH = 80;

/** The last part of a path, without invisible characters: they hide what a file really is. */
function baseName(name: string): string {
	const visible = name.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '');
	const last = (visible.split(/[/\\]/).pop() ?? '').trim();
	if (/^\.*$/.test(last)) return '';
	const ending = /\.\w{1,10}$/.exec(last)?.[0] ?? '';
	return last.length <= MAX_NAME_LENGTH
		? last
		: last.slice(0, MAX_NAME_LENGTH - ending.length) + ending;
}

/** The item with its file named after the profile, as far as the item or its input knows it. */
export function namedAfterProfile(item: OutputItem, input: unknown): OutputItem {
	const { file, json } = item;
	if (file === undefined) return item;
	const profile = profileName(json) ?? profileName(input);
	if (profile === undefined) return item;
	const name = reportName(profile, /\.\w{1,5}$/.exec(file.name)?.[0] ?? '');
	return { ...item, json: { ...json, fileName: name }, file: { ...file, name } };
}

/** `report-name.pdf`, without characters that a file system may reject. */
export function reportName(profile: string, ending: string): string {
	const kept = profile.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[.-]+/, '');
	const plain = trimEndOf(kept, '.-').slice(0, MAX_NAME_LENGTH);
	return plain === '' ? `report${ending}` : `report-${plain}${ending}`;
}
