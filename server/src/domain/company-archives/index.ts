export { isEmptyCompany, requireEmpty } from './empty-company.ts';
export {
  forgetArchive,
  keepArchive,
  readArchivePart,
  type UploadedArchive,
  uploadedArchive,
} from './uploaded-archive.ts';
