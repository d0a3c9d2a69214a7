import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
/** What nobody holds any more goes now, and not when it pleases: before memory is measured. */
export const collectGarbage: () => void = runInNewContext('gc');
