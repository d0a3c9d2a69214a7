import { useEffect, useRef, useState } from 'react';
import {
  type PreviewMessage,
  type PreviewReady,
  type PreviewShown,
  quidgetPreviewPage,
} from '#contract/quidget-preview.ts';

/** A page of its own with the chat that visitors have, led by what stands in the form. */
export function PreviewFrame(props: { title: string; className?: string | undefined; shown: PreviewShown }) {
  const { title, className, shown } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    const hear = ({ origin, source, data }: MessageEvent<PreviewReady | undefined>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return;
      if (data?.parley === 'preview-ready') setReady(true);
    };
    addEventListener('message', hear);
    return () => removeEventListener('message', hear);
  }, []);
  useEffect(() => {
    const message: PreviewMessage = { parley: 'preview', shown };
    if (isReady) frame.current?.contentWindow?.postMessage(message, location.origin);
  }, [isReady, shown]);
  return <iframe ref={frame} className={className} title={title} src={`/v1/${quidgetPreviewPage}`} />;
}
