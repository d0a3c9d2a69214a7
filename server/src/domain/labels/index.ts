export { addFirstLabels } from './first-labels.ts';
