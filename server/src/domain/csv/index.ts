export { cellOf, csvColumns } from './columns.ts';
export { importFields, keyColumns } from './import-fields.ts';
export { lookIntoCsv } from './look-into-csv.ts';
export { belowSeparator, type CsvRecord, parseCsv } from './parse-csv.ts';
export { readText } from './read-text.ts';
export { columnOfField, type Named, rowValues } from './row-values.ts';
export { findUpload, forgetOldUploads, forgetUploads, keepUpload } from './uploads.ts';
export { withinCompany } from './within-company.ts';
