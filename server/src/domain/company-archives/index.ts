export { isEmptyCompany, requireEmpty } from './empty-company.ts';
export { forgetArchive, keepArchive, namedArchive, readArchivePart } from './uploaded-archive.ts';
