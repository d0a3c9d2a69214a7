export { type AuditScope, countNewer, listEntries } from './audit-queries.ts';
export { forgetOldNews } from './forget-old-news.ts';
export { forgetSaid } from './forget-said.ts';
export { noteRefusal, tellRefusals } from './refusals.ts';
export { tellEvents } from './tell-events.ts';
export { verifyChain } from './verify-chain.ts';
export { writeCsv } from './write-csv.ts';
