import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Frees all that nothing refers to, as happens at any time in a busy process. */
export const collectGarbage = runInNewContext('gc') as () => void;
