import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconAlertCircle, IconFile, IconRefresh, IconX } from '@tabler/icons-react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../i18n/time.ts';
import { Icon } from '../icon.tsx';
import c from './attachment-list.module.css';
import { LeftOutFiles } from './left-out.tsx';
import type { Upload, useUploads } from './use-uploads.ts';

type Props = {
  of: ReturnType<typeof useUploads>;
  /** A button went with what it was for, and the focus with it. */
  onGone?: () => void;
};

/** The files of the message being written, and what did not fit. */
export function AttachmentList({ of, onGone }: Props) {
  const { leftOut, uploads } = of;
  const remove = (key: string) => {
    of.remove(key);
    onGone?.();
  };
  const retry = (one: Upload) => {
    of.retry(one);
    onGone?.();
  };
  const close = () => {
    of.forgetLeftOut();
    onGone?.();
  };
  return (
    <>
      {leftOut && <LeftOutFiles leftOut={leftOut} onClose={close} />}
      {uploads.length > 0 && <Files uploads={uploads} onRemove={remove} onRetry={retry} />}
    </>
  );
}

type FilesProps = { uploads: readonly Upload[]; onRemove: (key: string) => void; onRetry: (one: Upload) => void };

function Files({ uploads, onRemove, onRetry }: FilesProps) {
  const { t } = useTranslation();
  return (
    <ul className={c.files} aria-label={t('composer.files')}>
      {uploads.map((one) => (
        <li key={one.key} className={c.file} data-bad={one.state === 'failed' || undefined}>
          <Icon of={one.state === 'failed' ? IconAlertCircle : IconFile} size={16} />
          <span className={c.name}>
            <bdi>{one.name}</bdi>
            <small role={one.state === 'failed' ? 'alert' : undefined}>{stateText(one)}</small>
          </span>
          {one.state === 'failed' && one.source && (
            <UnstyledButton
              className={c.again}
              aria-label={t('composer.file.again', { name: one.name })}
              onClick={() => onRetry(one)}
            >
              <Icon of={IconRefresh} size={16} />
            </UnstyledButton>
          )}
          <ActionIcon
            size={24}
            aria-label={t(one.state === 'uploading' ? 'composer.file.cancel' : 'composer.file.remove', {
              name: one.name,
            })}
            onClick={() => onRemove(one.key)}
          >
            <Icon of={IconX} size={14} />
          </ActionIcon>
          {one.state === 'uploading' && <i className={c.bar} style={{ width: `${one.progress * 100}%` }} />}
        </li>
      ))}
    </ul>
  );
}

function stateText(one: Upload): string {
  const size = formatBytes(one.size);
  if (one.state === 'failed') return one.reason;
  if (one.state === 'done') return size;
  return i18next.t('composer.file.progress', { percent: Math.round(one.progress * 100), size });
}
