export { mergeTags } from './merge-tags.ts';
export { tagsTable } from './tags-table.ts';
