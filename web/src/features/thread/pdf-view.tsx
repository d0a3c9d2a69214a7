import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileBytesMax } from '#contract/files.ts';
import type { Attachment } from '#contract/messages.ts';
import { type PdfAsked, type PdfFailure, pdfFrameFolder, pdfFramePage, pdfPagesMax } from '#contract/pdf-frame.ts';
import { formatBytes, formatNumber } from '../../i18n/time.ts';
import { useIsAway } from '../../realtime/use-is-away.ts';
import { useKeys } from '../../ui/keys.ts';
import { fileAddress } from './attachments.ts';
import { pdfTold } from './pdf-told.ts';
import c from './pdf-view.module.css';

/** From its bytes being there to its first page: beyond it nobody waits, and the frame is ended. */
const openSecondsMax = 30;
/** Of the reader's own files, for one PDF. It has some 170 of them. */
const needsMax = 200;

/** By its keys, in heights of what is seen of it; to the ends of any. */
const scrolls = { ArrowUp: -0.1, ArrowDown: 0.1, PageUp: -0.9, PageDown: 0.9, Home: -1e5, End: 1e5 };
const ghostLines = [90, 72, 84, 0, 66, 88, 79, 58, 83];

type Failure = PdfFailure | 'bytes' | 'pages' | 'unfetched';
type Props = {
  file: Attachment;
  /** In widths of the room there is. */
  zoom: number;
  onZoom: (by: 1 | -1) => void;
  /** A key that was pressed in the frame. */
  onKey: (code: string) => void;
};

/** A PDF in a frame without an origin: the desk fetches it and hands its bytes in, and believes nothing that comes back. */
export default function PdfView(props: Props) {
  const { file } = props;
  const [failure, setFailure] = useState<Failure | null>(file.size > fileBytesMax ? 'bytes' : null);
  if (!failure) return <Pages {...props} fail={setFailure} />;
  return <Sorry file={file} failure={failure} again={() => setFailure(null)} />;
}

function Pages({ file, zoom, onZoom, onKey, fail }: Props & { fail: (failure: Failure) => void }) {
  const { t, i18n } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const version = useRef('');
  const needs = useRef(0);
  const [isReady, setReady] = useState(false);
  const [bytes, setBytes] = useState<ArrayBuffer | null>(null);
  const [count, setCount] = useState(0);
  const [at, setAt] = useState(1);
  const [isDrawn, setDrawn] = useState(false);

  const say = (asked: PdfAsked, transfer: Transferable[] = []) =>
    // Nobody can name the origin of a page that has none; the desk's policy keeps the frame from becoming another's.
    frame.current?.contentWindow?.postMessage(asked, '*', transfer);

  useEffect(() => {
    const stop = new AbortController();
    fetchBytes(file, stop.signal).then(
      (fetched) => (fetched.byteLength > fileBytesMax ? fail('bytes') : setBytes(fetched)),
      () => stop.signal.aborted || fail('unfetched'),
    );
    return () => stop.abort();
  }, [file, fail]);

  const hear = useEffectEvent(({ source, data }: MessageEvent<unknown>) => {
    const heard = source === frame.current?.contentWindow ? pdfTold(data) : null;
    if (heard?.told === 'ready') {
      version.current = heard.version;
      setReady(true);
    } else if (heard?.told === 'opened') {
      if (heard.pages > pdfPagesMax) fail('pages');
      else setCount(heard.pages);
    } else if (heard?.told === 'drawn') setDrawn(true);
    else if (heard?.told === 'at') setAt(heard.page);
    else if (heard?.told === 'zoom') onZoom(heard.by);
    else if (heard?.told === 'key') onKey(heard.code);
    else if (heard?.told === 'failed') fail(heard.why);
    else if (heard?.told === 'needs' && needs.current++ < needsMax) {
      const answer = (given: ArrayBuffer | null) => say({ parley: 'pdf', ask: 'take', id: heard.id, bytes: given });
      fetchNeeded(`${version.current}/${heard.file}`).then(answer, () => answer(null));
    }
  });
  useEffect(() => {
    const listen = (event: MessageEvent<unknown>) => hear(event);
    addEventListener('message', listen);
    return () => removeEventListener('message', listen);
  }, []);

  const open = useEffectEvent((given: ArrayBuffer) => {
    const words = { page: t('thread.pdf.page'), unshown: t('thread.pdf.page_unshown') };
    say({ parley: 'pdf', ask: 'open', bytes: given, zoom, language: i18n.language, words }, [given]);
  });
  useEffect(() => {
    if (isReady && bytes) open(bytes);
  }, [isReady, bytes]);
  useEffect(() => {
    if (!bytes || isDrawn) return;
    const tooLong = setTimeout(() => fail('slow'), openSecondsMax * 1000);
    return () => clearTimeout(tooLong);
  }, [bytes, isDrawn, fail]);

  const zoomTo = useEffectEvent(() => say({ parley: 'pdf', ask: 'zoom', zoom }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told of every change
  useEffect(() => zoomTo(), [zoom]);
  useKeys(
    Object.entries(scrolls).map(([key, by]) => ({ key, run: () => say({ parley: 'pdf', ask: 'scroll', by }) })),
    { inDialogs: true },
  );
  return (
    <div className={c.view}>
      <iframe
        ref={frame}
        className={c.frame}
        title={t('thread.pdf.frame', { name: file.name })}
        src={`/v1/${pdfFramePage}`}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        // The desk scrolls it by its keys wherever the focus is.
        tabIndex={-1}
      />
      {!isDrawn && (
        <div className={c.ghost} role="status">
          <span className="sr">{t('thread.pdf.opening')}</span>
          {ghostLines.map((width) => (
            <i key={width} style={{ width: `${width}%` }} />
          ))}
        </div>
      )}
      {isDrawn && count > 0 && (
        <p className={c.at}>{t('thread.pdf.at', { at: formatNumber(Math.min(at, count)), of: formatNumber(count) })}</p>
      )}
    </div>
  );
}

function Sorry({ file, failure, again }: { file: Attachment; failure: Failure; again: () => void }) {
  const { t } = useTranslation();
  const isAway = useIsAway();
  const words = {
    password: () => t('thread.pdf.password'),
    damaged: () => t('thread.pdf.damaged'),
    slow: () => t('thread.pdf.slow'),
    bytes: () => t('thread.pdf.too_large', { size: formatBytes(file.size), max: formatBytes(fileBytesMax) }),
    pages: () => t('thread.pdf.too_many_pages', { max: formatNumber(pdfPagesMax) }),
    unfetched: () => t(isAway ? 'thread.files_away' : 'thread.pdf.unfetched'),
  }[failure];
  return (
    <div className={c.sorry} role="alert">
      <p>{words()}</p>
      {failure === 'unfetched' ? (
        <Button onClick={again}>{t('thread.delivery.again')}</Button>
      ) : (
        <Button component="a" href={fileAddress(file)} download={file.name}>
          {t('thread.lightbox.download')}
        </Button>
      )}
    </div>
  );
}

async function fetchBytes(file: Attachment, signal: AbortSignal): Promise<ArrayBuffer> {
  const answer = await fetch(fileAddress(file), { signal });
  if (!answer.ok) throw new Error(`The file did not come: ${answer.status}`);
  return answer.arrayBuffer();
}

async function fetchNeeded(file: string): Promise<ArrayBuffer> {
  const answer = await fetch(`/v1/${pdfFrameFolder}/${file}`);
  if (!answer.ok) throw new Error(`${file} did not come: ${answer.status}`);
  return answer.arrayBuffer();
}
