export { destroyDoomed, requireRemoved } from './destroy-doomed.ts';
export { type Doomed, doomBytes, spareFiles } from './doom-bytes.ts';
