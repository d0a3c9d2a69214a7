import i18next from 'i18next';
import { useRef, useState } from 'react';
import { fileBytesMax } from '#contract/files.ts';
import type { Attachment } from '#contract/messages.ts';
import { errorText } from '../../i18n/problem-text.ts';
import { formatBytes } from '../../i18n/time.ts';
import { uploadFile } from './upload-file.ts';

/** As many as one reply may carry. */
const filesMax = 50;

export type Upload = { readonly key: string; readonly name: string; readonly size: number } & (
  | { readonly state: 'uploading'; readonly progress: number }
  | { readonly state: 'done'; readonly file: Attachment }
  | { readonly state: 'failed'; readonly reason: string; readonly source: File | null }
);

/** Files on their way into a message. Each stands for itself: one that fails says why and takes none with it. */
export function useUploads(initial: readonly Attachment[]) {
  const [uploads, setUploads] = useState<readonly Upload[]>(() => initial.map(asUpload));
  const running = useRef(new Map<string, AbortController>());
  const change = (next: Upload) => setUploads((old) => old.map((one) => (one.key === next.key ? next : one)));

  const start = (key: string, source: File) => {
    const about = { key, name: source.name, size: source.size };
    const wrong = problemOf(source);
    if (wrong) return change({ ...about, state: 'failed', reason: wrong, source: null });
    const abort = new AbortController();
    running.current.set(key, abort);
    change({ ...about, state: 'uploading', progress: 0 });
    uploadFile(source, (progress) => change({ ...about, state: 'uploading', progress }), abort.signal)
      .then((file) => change({ ...about, state: 'done', file }))
      .catch((error: unknown) => {
        if (!abort.signal.aborted) change({ ...about, state: 'failed', reason: errorText(error), source });
      })
      .finally(() => running.current.delete(key));
  };
  return {
    uploads,
    files: uploads.flatMap((one) => (one.state === 'done' ? [one.file] : [])),
    isUploading: uploads.some((one) => one.state === 'uploading'),
    add: (sources: Iterable<File>) => {
      const room = filesMax - uploads.length;
      const fresh = [...sources].slice(0, Math.max(0, room)).map((source) => ({ key: crypto.randomUUID(), source }));
      setUploads((old) => [
        ...old,
        ...fresh.map(({ key, source: { name, size } }) => ({
          key,
          name,
          size,
          state: 'uploading' as const,
          progress: 0,
        })),
      ]);
      for (const { key, source } of fresh) start(key, source);
    },
    /** Files that are there already. */
    put: (files: readonly Attachment[]) => setUploads((old) => [...old, ...files.map(asUpload)].slice(0, filesMax)),
    retry: (one: Upload) => one.state === 'failed' && one.source && start(one.key, one.source),
    remove: (key: string) => {
      running.current.get(key)?.abort();
      setUploads((old) => old.filter((one) => one.key !== key));
    },
    reset: (files: readonly Attachment[]) => {
      for (const abort of running.current.values()) abort.abort();
      setUploads(files.map(asUpload));
    },
  };
}

const asUpload = (file: Attachment): Upload => ({
  key: `file-${file.id}`,
  name: file.name,
  size: file.size,
  state: 'done',
  file,
});

/** What the server would refuse is said before it travels. */
function problemOf({ size }: File): string | null {
  if (size > fileBytesMax) return i18next.t('composer.file.too_large', { max: formatBytes(fileBytesMax) });
  return size === 0 ? i18next.t('composer.file.empty') : null;
}
