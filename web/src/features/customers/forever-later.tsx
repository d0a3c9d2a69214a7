import { lazyPart } from '../../api/fetch-part.ts';
import { learnLater } from '../../i18n/language.ts';

/** What is done seldom and for good comes when it is asked for. */
export const ExportDialog = lazyPart(async () => {
  const [file] = await Promise.all([import('./export-dialog.tsx'), learnLater('forever')]);
  return { default: file.ExportDialog };
});
export const EraseDialog = lazyPart(async () => {
  const [file] = await Promise.all([import('./erase-dialog.tsx'), learnLater('forever')]);
  return { default: file.EraseDialog };
});
export const ErasedNotice = lazyPart(async () => {
  const [file] = await Promise.all([import('./erased-notice.tsx'), learnLater('forever')]);
  return { default: file.ErasedNotice };
});
