import { useEffect, useRef, useState } from 'preact/hooks';
import { type ChatFile, Refused } from '../talk/transport.ts';
import { Icon, Tool } from './icon.tsx';
import { sizeOf } from './letters.tsx';
import type { The } from './the.ts';
import type { Words } from './words-en.ts';

/** As the contract has them; that module would bring its checker along. */
const fileBytesMax = 10 * 1024 * 1024;
const filesMax = 10;

type Upload = { id: number; file: File; share: number; why: string; got: ChatFile | null; stop: AbortController };

/** Files that go ahead of the message which brings them. */
export function useUploads(the: The, key: string | null) {
  const { words, talk } = the;
  const [all, change] = useState<readonly Upload[]>([]);
  const next = useRef(1);
  const set = (id: number, part: Partial<Upload>) =>
    change((now) => now.map((one) => (one.id === id ? { ...one, ...part } : one)));

  const now = useRef(all);
  now.current = all;
  useEffect(
    () => () => {
      for (const one of now.current) one.stop.abort();
    },
    [],
  );

  function begin(one: Upload): void {
    if (key === null || one.why === words.tooLarge) return;
    set(one.id, { why: '', share: 0 });
    talk
      .upload(key, one.file, (share) => set(one.id, { share }), one.stop.signal)
      .then(
        (got) => set(one.id, { got, share: 1 }),
        (error: unknown) => {
          const [first] = error instanceof Refused ? error.all : [];
          set(one.id, {
            why: first ? (first.key === 'file_too_large' ? words.tooLarge : words.notTaken) : words.unsent,
          });
        },
      );
  }

  return {
    all,
    files: all.flatMap((one) => one.got ?? []),
    /** The message waits for what is under way. */
    isBusy: all.some((one) => !one.got && !one.why),
    add(files: FileList | null | undefined): void {
      if (key === null || !files) return;
      const come = Array.from(files)
        .slice(0, filesMax - all.length)
        .map((file) => ({
          id: next.current++,
          file,
          share: 0,
          why: file.size > fileBytesMax ? words.tooLarge : '',
          got: null,
          stop: new AbortController(),
        }));
      change([...all, ...come]);
      come.forEach(begin);
    },
    again: begin,
    remove(one: Upload): void {
      one.stop.abort();
      change((current) => current.filter(({ id }) => id !== one.id));
    },
    clear: () => change([]),
  };
}

export const Uploads = ({ of, words }: { of: ReturnType<typeof useUploads>; words: Words }) => (
  <>
    {of.all.map((one) => (
      <div class="upload" key={one.id} data-failed={one.why !== ''}>
        <Icon of="file" />
        <span>
          <b>{one.file.name}</b>
          {one.why ? (
            <small class="flaw" role="alert">
              {one.why}{' '}
              {one.why !== words.tooLarge && (
                <button type="button" onClick={() => of.again(one)}>
                  {words.again}
                </button>
              )}
            </small>
          ) : (
            <>
              <small>
                {one.got
                  ? sizeOf(one.file.size, words)
                  : `${sizeOf(one.share * one.file.size, words)} ${words.of} ${sizeOf(one.file.size, words)}`}
              </small>
              {!one.got && <progress max={1} value={one.share} aria-label={one.file.name} />}
            </>
          )}
        </span>
        <Tool of="close" label={`${one.got ? words.remove : words.stop}: ${one.file.name}`} on={() => of.remove(one)} />
      </div>
    ))}
  </>
);
