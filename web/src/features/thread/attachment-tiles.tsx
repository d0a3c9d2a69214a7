import { UnstyledButton } from '@mantine/core';
import {
  IconDownload,
  IconFile,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconMail,
  IconMusic,
  IconPhoto,
  IconVideo,
} from '@tabler/icons-react';
import { type MouseEvent, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { playedType } from '#contract/files.ts';
import type { Attachment } from '#contract/messages.ts';
import { lazyPart } from '../../api/fetch-part.ts';
import { formatBytes } from '../../i18n/time.ts';
import { useIsAway } from '../../realtime/use-is-away.ts';
import { type Glyph, Icon } from '../../ui/icon.tsx';
import c from './attachment-tiles.module.css';
import { fileAddress, isPdf, isPicture } from './attachments.ts';

const Lightbox = lazyPart(() => import('./lightbox.tsx'));
const MediaPlayer = lazyPart(() => import('./media-player.tsx'));

/**
 * The files of a letter. Pictures and PDFs open over the page, sounds and films are played in it, everything else is downloaded, never opened in it. Several can be
 * downloaded at once, from `together`.
 */
export function AttachmentTiles({ files, together }: { files: readonly Attachment[]; together: string | null }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<number | null>(null);
  const shown = files.filter((file) => isPicture(file) || isPdf(file));
  const played = files.filter((file) => playedType(file.content_type));
  const isAway = useIsAway();
  // A page of the browser's would say less than the line below.
  const stay = (event: MouseEvent) => isAway && event.preventDefault();
  return (
    <>
      <ul className={c.tiles} aria-label={t('thread.attachments')}>
        {files
          .filter((file) => !played.includes(file))
          .map((file) => (
            <li key={file.id} className={c.tile}>
              {shown.includes(file) ? (
                <>
                  <UnstyledButton className={c.open} onClick={() => setOpened(shown.indexOf(file))}>
                    <Face file={file} />
                    <span className="sr">{t(isPicture(file) ? 'thread.open_image' : 'thread.pdf.open')}</span>
                  </UnstyledButton>
                  <a
                    className={c.save}
                    href={fileAddress(file)}
                    download={file.name}
                    onClick={stay}
                    aria-label={t('thread.download', { name: file.name })}
                  >
                    <Icon of={IconDownload} size={16} />
                  </a>
                </>
              ) : (
                <a className={`${c.open} ${c.plainEnd}`} href={fileAddress(file)} download={file.name} onClick={stay}>
                  <Face file={file} />
                  <span className="sr">{t('thread.lightbox.download')}</span>
                </a>
              )}
            </li>
          ))}
        <Suspense>
          {played.map((file) => (
            <MediaPlayer key={file.id} file={file} />
          ))}
        </Suspense>
      </ul>
      {together !== null && files.length > 1 && (
        <a className={c.all} href={together} download onClick={stay}>
          <Icon of={IconDownload} size={16} />
          {t('thread.download_all', { size: formatBytes(files.reduce((sum, file) => sum + file.size, 0)) })}
        </a>
      )}
      {isAway && files.length > 0 && <p className={c.away}>{t('thread.files_away')}</p>}
      {opened !== null && (
        <Suspense>
          <Lightbox files={shown} start={opened} close={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  );
}

function Face({ file }: { file: Attachment }) {
  const [isBroken, setBroken] = useState(false);
  return (
    <>
      <span className={c.picture}>
        {isPicture(file) && !isBroken ? (
          <img src={fileAddress(file, 'inline')} alt="" loading="lazy" onError={() => setBroken(true)} />
        ) : (
          <Icon of={glyphOf(file)} />
        )}
      </span>
      <span className={c.name}>
        <span>{file.name}</span> <small>{formatBytes(file.size)}</small>
      </span>
    </>
  );
}

const glyphsByType: readonly (readonly [RegExp, Glyph])[] = [
  [/^image\//, IconPhoto],
  [/^audio\//, IconMusic],
  [/^video\//, IconVideo],
  [/zip|compressed|x-tar|x-7z/, IconFileZip],
  [/^message\//, IconMail],
  [/^text\/|document|sheet/, IconFileText],
];
const glyphOf = (file: Attachment): Glyph =>
  isPdf(file) ? IconFileTypePdf : (glyphsByType.find(([type]) => type.test(file.content_type))?.[1] ?? IconFile);
