import { useEffect, useRef, useState } from 'preact/hooks';
import type { ChatFile } from '../talk/transport.ts';
import { Icon, Tool } from './icon.tsx';
import { sizeOf } from './letters.tsx';
import type { The } from './the.ts';
import { whyNot } from './why-not.ts';
import type { Words } from './words-en.ts';

/** As the contract has them; that module would bring its checker along. */
const fileBytesMax = 10 * 1024 * 1024;
const filesMax = 10;

type Upload = { id: number; file: File; share: number; why: string; got: ChatFile | null; stop: AbortController };

/** Files that go ahead of the message which brings them, into the conversation of this key; before there is one it is empty. */
export function useUploads(the: The, key: string) {
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
    // Before there is a conversation they wait for it.
    if (!key || one.why === words.file_too_large) return;
    set(one.id, { why: '', share: 0 });
    talk
      .upload(key, one.file, (share) => set(one.id, { share }), one.stop.signal)
      .then(
        (got) => set(one.id, { got, share: 1 }),
        (error) => set(one.id, { why: whyNot(error, words) }),
      );
  }

  const add = (files: Iterable<File> | null | undefined): void => {
    const come = [...(files ?? [])].slice(0, filesMax - all.length).map((file) => ({
      id: next.current++,
      file,
      share: 0,
      why: file.size > fileBytesMax ? words.file_too_large : '',
      got: null,
      stop: new AbortController(),
    }));
    change([...all, ...come]);
    come.forEach(begin);
  };

  return {
    all,
    add,
    /** Of those that were not refused. */
    whole: all.filter((one) => !one.why).map((one) => one.file),
    /** For whatever files are dropped on, or pasted into. */
    taking: {
      onDragOver: (event: DragEvent) => event.preventDefault(),
      onDrop(event: DragEvent): void {
        event.preventDefault();
        add(event.dataTransfer?.files);
      },
      onPaste(event: ClipboardEvent): void {
        const { files } = event.clipboardData ?? {};
        if (!files?.length) return;
        event.preventDefault();
        add(files);
      },
    },
    files: all.flatMap((one) => one.got ?? []),
    /** The message waits for what is under way. */
    isBusy: key !== '' && all.some((one) => !one.got && !one.why),
    again: begin,
    remove(one: Upload): void {
      one.stop.abort();
      const { talk: to, files } = the.carried;
      the.carry({ talk: to, files: files.filter((file) => file !== one.file) });
      change((current) => current.filter(({ id }) => id !== one.id));
    },
    /** What was not sent stays, to be tried again. */
    clear: () => change((current) => current.filter(({ why }) => why)),
  };
}

/** What was chosen before the first message goes up once that has arrived, and then along by itself. */
export function useCarried(the: The, key: string, uploads: ReturnType<typeof useUploads>): void {
  const { talk, files } = the.carried;
  const isOurs = files.length > 0 && the.talk.keyOf(talk) === key;
  /** Which conversation's files went up, and whether they wait to be sent. It runs within itself: what was begun is not begun again. */
  const begun = useRef({ talk: '', waits: false }).current;
  useEffect(() => {
    if (isOurs && begun.talk !== talk) {
      begun.talk = talk;
      begun.waits = true;
      return uploads.add(files);
    }
    if (!begun.waits || !key) return;
    if (uploads.all.some((one) => !one.got && one.why !== the.words.file_too_large)) return;
    begun.waits = false;
    if (uploads.files.length > 0) the.talk.send(key, '', uploads.files);
    uploads.clear();
    the.carry({ talk: '', files: [] });
  });
}

/** A small picture of a picture: drawn, since pages may forbid addresses of files. */
function Thumb({ of }: { of: File }) {
  const box = useRef<HTMLCanvasElement>(null);
  const [isDrawn, draw] = useState(false);
  useEffect(() => {
    if (/^image/.test(of.type))
      createImageBitmap(of, { resizeWidth: 40, resizeHeight: 40 }).then(
        (seen) => {
          box.current?.getContext('2d')?.drawImage(seen, 0, 0);
          draw(true);
        },
        () => undefined,
      );
  }, [of]);
  return (
    <>
      <canvas ref={box} width={40} height={40} hidden={!isDrawn} />
      {!isDrawn && <Icon of="file" />}
    </>
  );
}

type Shown = { of: ReturnType<typeof useUploads>; words: Words; isUnderWay: boolean };
export const Uploads = ({ of, words, isUnderWay }: Shown) => (
  <>
    {of.all.map((one) => (
      <div class="upload" key={one.id} data-failed={one.why !== ''}>
        <Thumb of={one.file} />
        <span>
          <b>{one.file.name}</b>
          {one.why ? (
            <small class="flaw" role="alert">
              {one.why}{' '}
              {one.why !== words.file_too_large && (
                <button type="button" onClick={() => of.again(one)}>
                  {words.again}
                </button>
              )}
            </small>
          ) : (
            <>
              <small>
                {!one.got && isUnderWay && `${sizeOf(one.share * one.file.size, words)} ${words.of} `}
                {sizeOf(one.file.size, words)}
              </small>
              {!one.got && isUnderWay && <progress max={1} value={one.share} aria-label={one.file.name} />}
            </>
          )}
        </span>
        <Tool of="close" label={`${words.remove}: ${one.file.name}`} on={() => of.remove(one)} />
      </div>
    ))}
  </>
);

export function Attach({ the, of }: { the: The; of: ReturnType<typeof useUploads> }) {
  const { attach } = the.words;
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <Tool of="clip" label={attach} on={() => picker.current?.click()} />
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        aria-label={attach}
        onChange={(event) => {
          of.add(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
