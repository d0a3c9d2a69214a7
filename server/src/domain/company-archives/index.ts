export { isEmptyCompany, requireEmpty } from './empty-company.ts';
export {
  forgetArchive,
  keepArchive,
  readArchivePart,
  uploadedArchive,
} from './uploaded-archive.ts';
