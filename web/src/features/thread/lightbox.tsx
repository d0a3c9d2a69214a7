import { ActionIcon, Modal, Tooltip, UnstyledButton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload, IconX, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { useState, type WheelEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Attachment } from '#contract/messages.ts';
import { Icon } from '../../ui/icon.tsx';
import { useKeys } from '../../ui/keys.ts';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import { fileAddress } from './attachments.ts';
import c from './lightbox.module.css';

const zooms = [1, 1.5, 2, 3, 5] as const;

/** Pictures of a letter over the page: arrows turn, plus and minus or a click zoom, Escape closes. */
export function Lightbox({
  pictures,
  start,
  close,
}: {
  pictures: readonly Attachment[];
  start: number;
  close: () => void;
}) {
  const { t } = useTranslation();
  const [at, setAt] = useState(start);
  const [step, setStep] = useState(0);
  useFocusBack();
  const turn = (by: number) => () => {
    setAt((old) => (old + by + pictures.length) % pictures.length);
    setStep(0);
  };
  const zoom = (by: number) => () => setStep((old) => Math.max(0, Math.min(zooms.length - 1, old + by)));
  useKeys(
    [
      { key: 'ArrowLeft', run: turn(-1) },
      { key: 'ArrowRight', run: turn(1) },
      { key: 'Equal', run: zoom(1) },
      { key: 'Shift+Equal', run: zoom(1) },
      { key: 'Minus', run: zoom(-1) },
    ],
    { inDialogs: true },
  );
  const picture = pictures[at];
  if (!picture) return null;
  const scale = zooms[step] ?? 1;
  return (
    <Modal.Root opened onClose={close} fullScreen transitionProps={{ duration: 120 }}>
      <Modal.Overlay backgroundOpacity={0.85} color="#0e1211" />
      <Modal.Content className={c.box} aria-label={picture.name}>
        <header className={c.bar}>
          <b>{picture.name}</b>
          {pictures.length > 1 && <span>{t('thread.lightbox.count', { at: at + 1, count: pictures.length })}</span>}
          <i className={c.gap} />
          <Tool icon={IconZoomOut} name={`${t('thread.lightbox.zoom')} −`} onClick={zoom(-1)} isOff={step === 0} />
          <Tool
            icon={IconZoomIn}
            name={`${t('thread.lightbox.zoom')} +`}
            onClick={zoom(1)}
            isOff={step === zooms.length - 1}
          />
          <Tooltip label={t('thread.lightbox.download')}>
            <ActionIcon
              component="a"
              href={fileAddress(picture)}
              download={picture.name}
              className={c.tool}
              aria-label={t('thread.lightbox.download')}
            >
              <Icon of={IconDownload} />
            </ActionIcon>
          </Tooltip>
          <Tool icon={IconX} name={t('thread.lightbox.close')} onClick={close} />
        </header>
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
              src={fileAddress(picture, 'inline')}
              alt={picture.name}
              style={scale > 1 ? { width: `${scale * 100}%`, maxWidth: 'none', maxHeight: 'none' } : undefined}
            />
          </UnstyledButton>
        </div>
        {pictures.length > 1 && (
          <>
            <ActionIcon
              className={`${c.tool} ${c.left}`}
              size={44}
              aria-label={t('thread.lightbox.previous')}
              onClick={turn(-1)}
            >
              <Icon of={IconChevronLeft} size={20} />
            </ActionIcon>
            <ActionIcon
              className={`${c.tool} ${c.right}`}
              size={44}
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
