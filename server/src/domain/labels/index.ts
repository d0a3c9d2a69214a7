export { addFirstLabels } from './first-labels.ts';
export { labelsTable } from './labels-table.ts';
