import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconAlertCircle, IconFile, IconRefresh, IconX } from '@tabler/icons-react';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../i18n/time.ts';
import { Icon } from '../icon.tsx';
import c from './attachment-list.module.css';
import { LeftOutFiles } from './left-out.tsx';
import type { Upload, useUploads } from './use-uploads.ts';

/** The files of the message being written, and what did not fit. */
export function AttachmentList({ of }: { of: ReturnType<typeof useUploads> }) {
  const { leftOut, forgetLeftOut } = of;
  return (
    <>
      {leftOut && <LeftOutFiles leftOut={leftOut} onClose={forgetLeftOut} />}
      {of.uploads.length > 0 && <Files uploads={of.uploads} onRemove={of.remove} onRetry={of.retry} />}
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
