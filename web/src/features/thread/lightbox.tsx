import { ActionIcon, Modal, Tooltip, UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload, IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { Suspense, useRef, useState, type WheelEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attachment } from '#contract/messages.ts';
import { lazyPart } from '../../api/fetch-part.ts';
import { Icon } from '../../ui/icon.tsx';
import { useKeys } from '../../ui/keys.ts';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import { fileAddress, isPdf } from './attachments.ts';
import c from './lightbox.module.css';

const PdfView = lazyPart(() => import('./pdf-view.tsx'));

/** Of a picture as it fits, and of a page as wide as there is room. */
const pictureZooms: readonly number[] = [1, 1.5, 2, 3, 5];
const pdfZooms: readonly number[] = [0.5, 0.75, 1, 1.5, 2, 3];

/** Pictures and PDFs of a letter over the page: arrows turn, plus and minus or a click zoom, Escape closes. */
export default function Lightbox({
  files,
  start,
  close,
}: {
  files: readonly Attachment[];
  start: number;
  close: () => void;
}) {
  const { t } = useTranslation();
  const bar = useRef<HTMLElement>(null);
  const [at, setAt] = useState(start);
  /** From the zoom that all begin with. */
  const [step, setStep] = useState(0);
  useFocusBack();
  const file = files[at];
  const showsPdf = file !== undefined && isPdf(file);
  const zooms = showsPdf ? pdfZooms : pictureZooms;
  const first = zooms.indexOf(1);
  const [least, most] = [-first, zooms.length - 1 - first];
  const scale = zooms[first + step] ?? 1;
  const turn = (by: number) => () => {
    setAt((old) => (old + by + files.length) % files.length);
    setStep(0);
  };
  const zoom = (by: number) => () => setStep((old) => Math.max(least, Math.min(most, old + by)));
  const keys = [
    { key: 'ArrowLeft', run: turn(-1) },
    { key: 'ArrowRight', run: turn(1) },
    { key: 'Equal', run: zoom(1) },
    { key: 'Shift+Equal', run: zoom(1) },
    { key: 'NumpadAdd', run: zoom(1) },
    { key: 'Minus', run: zoom(-1) },
    { key: 'NumpadSubtract', run: zoom(-1) },
  ];
  useKeys(keys, { inDialogs: true });
  const onKeyInside = (code: string) => {
    if (code === 'Escape') close();
    else if (code === 'Tab') bar.current?.querySelector<HTMLElement>('button:enabled, a')?.focus();
    else keys.find(({ key }) => key === code)?.run();
  };
  if (!file) return null;
  return (
    <Modal.Root opened onClose={close} fullScreen transitionProps={{ duration: 120 }}>
      <Modal.Overlay backgroundOpacity={0.85} color="#0e1211" />
      <Modal.Content className={c.box} aria-label={file.name}>
        <header className={c.bar} ref={bar}>
          <b>{file.name}</b>
          {files.length > 1 && <span>{t('thread.lightbox.count', { at: at + 1, count: files.length })}</span>}
          <i className={c.gap} />
          <Tool icon={IconZoomOut} name={`${t('thread.lightbox.zoom')} −`} onClick={zoom(-1)} isOff={step === least} />
          <Tool icon={IconZoomIn} name={`${t('thread.lightbox.zoom')} +`} onClick={zoom(1)} isOff={step === most} />
          <Tooltip label={t('thread.lightbox.download')}>
            <ActionIcon
              component="a"
              href={fileAddress(file)}
              download={file.name}
              className={c.tool}
              aria-label={t('thread.lightbox.download')}
            >
              <Icon of={IconDownload} />
            </ActionIcon>
          </Tooltip>
          <Tool icon={IconX} name={t('thread.lightbox.close')} onClick={close} />
        </header>
        {showsPdf ? (
          <div className={c.stage}>
            <Suspense>
              <PdfView key={file.id} file={file} zoom={scale} onZoom={(by) => zoom(by)()} onKey={onKeyInside} />
            </Suspense>
          </div>
        ) : (
          <div
            className={c.stage}
            onWheel={(event: WheelEvent) => (event.ctrlKey || scale === 1) && zoom(event.deltaY < 0 ? 1 : -1)()}
          >
            <UnstyledButton
              className={c.picture}
              data-zoomed={scale > 1 || undefined}
              aria-label={t('thread.lightbox.zoom')}
              onClick={() => setStep(step === 0 ? 2 : 0)}
            >
              <img
                src={fileAddress(file, 'inline')}
                alt={file.name}
                style={scale > 1 ? { width: `${scale * 100}%`, maxWidth: 'none', maxHeight: 'none' } : undefined}
              />
            </UnstyledButton>
          </div>
        )}
        {files.length > 1 && (
          <>
            <ActionIcon
              className={`${c.tool} ${c.left}`}
              size={44}
              data-low={showsPdf || undefined}
              aria-label={t('thread.lightbox.previous')}
              onClick={turn(-1)}
            >
              <Icon of={IconChevronLeft} size={20} />
            </ActionIcon>
            <ActionIcon
              className={`${c.tool} ${c.right}`}
              size={44}
              data-low={showsPdf || undefined}
              aria-label={t('thread.lightbox.next')}
              onClick={turn(1)}
            >
              <Icon of={IconChevronRight} size={20} />
            </ActionIcon>
          </>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

function Tool(props: { icon: typeof IconX; name: string; onClick: () => void; isOff?: boolean }) {
  return (
    <Tooltip label={props.name}>
      <ActionIcon className={c.tool} aria-label={props.name} onClick={props.onClick} disabled={props.isOff ?? false}>
        <Icon of={props.icon} />
      </ActionIcon>
    </Tooltip>
  );
}
