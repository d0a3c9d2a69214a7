export { destroyDoomed } from './destroy-doomed.ts';
export { type Doomed, doomBytes } from './doom-bytes.ts';
