import { profileName } from '../recognition/traits';
import { trimEndOf } from '../values/text';
import type { OutputItem } from './outputItem';

/** File systems take 255 bytes, and a character may need three; the rest is the prefix and the ending. */
const MAX_NAME_LENGTH = 80;

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
