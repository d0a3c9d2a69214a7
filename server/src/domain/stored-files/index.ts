export { destroyDoomed } from './destroy-doomed.ts';
export { type Doomed, doomBytes, spareFiles } from './doom-bytes.ts';
