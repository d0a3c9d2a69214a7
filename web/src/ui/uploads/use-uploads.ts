import i18next from 'i18next';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { fileBytesMax } from '#contract/files.ts';
import type { Attachment } from '#contract/messages.ts';
import { isApiError } from '../../api/problem.ts';
import { errorText } from '../../i18n/problem-text.ts';
import { formatBytes } from '../../i18n/time.ts';
import { isReadable } from './is-readable.ts';
import { uploadFile } from './upload-file.ts';

/** As many as one reply may carry. */
const filesMax = 50;
/** More at once only make each of them slower, and the desk's own calls wait behind them. */
const uploadsAtOnce = 3;

export type Upload = { readonly key: string; readonly name: string; readonly size: number } & (
  | { readonly state: 'uploading'; readonly progress: number }
  | { readonly state: 'done'; readonly file: Attachment }
  | { readonly state: 'failed'; readonly reason: string; readonly source: File | null; readonly isCutOff?: boolean }
);
/** What was offered and not taken, by name. */
export type LeftOut = {
  readonly folders: readonly string[];
  readonly tooMany: readonly string[];
  readonly max: number;
};

type Waiting = { readonly key: string; readonly source: File };

/**
 * Files on their way into a message, a few at a time. Each stands for itself: one that fails says why and takes none with
 * it; one that the network cut off goes on by itself when that is back.
 */
export function useUploads(initial: readonly Attachment[], max: number = filesMax) {
  const [uploads, setUploads] = useState<readonly Upload[]>(() => initial.map(asUpload));
  const [leftOut, setLeftOut] = useState<LeftOut | null>(null);
  const running = useRef(new Map<string, AbortController>());
  const queue = useRef<Waiting[]>([]);
  const count = useRef(initial.length);
  const set = (next: (old: readonly Upload[]) => readonly Upload[]) =>
    setUploads((old) => {
      const now = next(old);
      count.current = now.length;
      return now;
    });
  const change = (next: Upload) => set((old) => old.map((one) => (one.key === next.key ? next : one)));

  const begin = (all: readonly Waiting[]) => {
    queue.current.push(...all);
    goOn();
  };
  const goOn = () => {
    while (running.current.size < uploadsAtOnce) {
      const next = queue.current.shift();
      if (!next) return;
      void run(next);
    }
  };
  const run = async ({ key, source }: Waiting): Promise<void> => {
    const about = { key, name: source.name, size: source.size };
    const wrong = problemOf(source);
    if (wrong) return change({ ...about, state: 'failed', reason: wrong, source: null });
    const abort = new AbortController();
    running.current.set(key, abort);
    change({ ...about, state: 'uploading', progress: 0 });
    try {
      const file = await uploadFile(
        source,
        (progress) => change({ ...about, state: 'uploading', progress }),
        abort.signal,
      );
      // As it will be called for those who get it.
      change({ ...about, name: file.name, state: 'done', file });
    } catch (error) {
      if (!abort.signal.aborted) change({ ...about, state: 'failed', ...(await whyFailed(error, source)) });
    } finally {
      running.current.delete(key);
      goOn();
    }
  };
  const retry = (one: Upload) => {
    if (one.state !== 'failed' || !one.source) return;
    change({ key: one.key, name: one.name, size: one.size, state: 'uploading', progress: 0 });
    begin([{ key: one.key, source: one.source }]);
  };
  const retryCutOff = useEffectEvent(() => {
    for (const one of uploads) if (one.state === 'failed' && one.isCutOff) retry(one);
  });
  useEffect(() => {
    const again = () => retryCutOff();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);
  return {
    uploads,
    files: uploads.flatMap((one) => (one.state === 'done' ? [one.file] : [])),
    isUploading: uploads.some((one) => one.state === 'uploading'),
    hasUnsaved: uploads.some(isUnsaved),
    /** What was offered last and does not fit; to be shown until `forgetLeftOut`. */
    leftOut,
    forgetLeftOut: () => setLeftOut(null),
    add: (offered: Iterable<File>, folders: readonly string[] = []) => {
      const sources = [...offered];
      const room = Math.max(0, max - count.current);
      const tooMany = sources.slice(room).map((source) => source.name);
      setLeftOut(folders.length + tooMany.length > 0 ? { folders, tooMany, max } : null);
      const fresh = sources.slice(0, room).map((source) => ({ key: crypto.randomUUID(), source }));
      count.current += fresh.length;
      set((old) => [...old, ...fresh.map(asWaiting)]);
      begin(fresh);
    },
    /** Files that are there already. */
    put: (files: readonly Attachment[]) => set((old) => [...old, ...files.map(asUpload)].slice(0, max)),
    retry,
    remove: (key: string) => {
      queue.current = queue.current.filter((one) => one.key !== key);
      running.current.get(key)?.abort();
      set((old) => old.filter((one) => one.key !== key));
    },
    /** Those of what takes the place of what was written: what is not up yet was in neither, and stays. */
    exchange: (files: readonly Attachment[]) =>
      set((old) => [...files.map(asUpload), ...old.filter((one) => one.state !== 'done')]),
    reset: (files: readonly Attachment[]) => {
      queue.current = [];
      for (const abort of running.current.values()) abort.abort();
      setLeftOut(null);
      set(() => files.map(asUpload));
    },
  };
}

/** It is here alone, and may still get there. */
export const isUnsaved = (one: Upload): boolean =>
  one.state === 'uploading' || (one.state === 'failed' && one.source !== null);

const asUpload = (file: Attachment): Upload => ({
  key: `file-${file.id}`,
  name: file.name,
  size: file.size,
  state: 'done',
  file,
});
const asWaiting = ({ key, source: { name, size } }: Waiting): Upload => ({
  key,
  name,
  size,
  state: 'uploading',
  progress: 0,
});

/** What the server would refuse is said before it travels. */
function problemOf({ size }: File): string | null {
  if (size > fileBytesMax) return i18next.t('composer.file.too_large', { max: formatBytes(fileBytesMax) });
  return size === 0 ? i18next.t('composer.file.empty') : null;
}

/** A browser that cannot read the file any more tells the same as one without a network. */
async function whyFailed(error: unknown, source: File) {
  if (!isApiError(error, 'offline')) return { reason: errorText(error), source };
  if (await isReadable(source)) return { reason: errorText(error), source, isCutOff: true };
  return { reason: i18next.t('composer.file.unreadable'), source: null };
}
