import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconDownload, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { playedType } from '#contract/files.ts';
import type { Attachment } from '#contract/messages.ts';
import { formatBytes } from '../../i18n/time.ts';
import { useIsAway } from '../../realtime/use-is-away.ts';
import { Icon } from '../../ui/icon.tsx';
import { fileAddress } from './attachments.ts';
import c from './media-player.module.css';

const speeds = [1, 1.5, 2] as const;

/** A voice note, a recording or a film, played where it came. What this browser cannot play says so, and can be downloaded. */
export default function MediaPlayer({ file }: { file: Attachment }) {
  const { t } = useTranslation();
  const [isBroken, setBroken] = useState(false);
  // What could not be fetched is not broken: once somebody answers again, it is asked for anew.
  const isAway = useIsAway();
  const [wasAway, setWasAway] = useState(isAway);
  if (isAway !== wasAway) {
    setWasAway(isAway);
    if (!isAway) setBroken(false);
  }
  const stay = (event: MouseEvent) => isAway && event.preventDefault();
  const film = useRef<HTMLVideoElement>(null);
  const isFilm = playedType(file.content_type)?.startsWith('video/') === true;
  const source = { src: fileAddress(file, 'inline'), preload: 'metadata', onError: () => setBroken(true) } as const;
  useEffect(() => {
    if (film.current?.error) setBroken(true);
  }, []);
  return (
    <li className={c.media}>
      <div className={c.head}>
        <span className={c.name}>{file.name}</span>
        <small>{formatBytes(file.size)}</small>
        <a
          className={c.save}
          href={fileAddress(file)}
          download={file.name}
          onClick={stay}
          aria-label={t('thread.download', { name: file.name })}
        >
          <Icon of={IconDownload} size={16} />
        </a>
      </div>
      {isBroken ? (
        !isAway && <p className={c.broken}>{t('thread.player.unplayable')}</p>
      ) : isFilm ? (
        <video ref={film} className={c.film} controls playsInline aria-label={file.name} {...source} />
      ) : (
        <Sound name={file.name} source={source} />
      )}
    </li>
  );
}

type Source = { src: string; preload: 'metadata'; onError: () => void };

function Sound({ name, source }: { name: string; source: Source }) {
  const { t } = useTranslation();
  const sound = useRef<HTMLAudioElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  /** Recordings that were never ended do not say how long they are. */
  const [length, setLength] = useState<number | null>(null);
  const [speed, setSpeed] = useState<(typeof speeds)[number]>(1);
  const turn = () => {
    const { current } = sound;
    if (!current) return;
    if (!current.paused) return current.pause();
    // Two voices at once are understood by nobody.
    for (const other of document.querySelectorAll('audio')) if (other !== current) other.pause();
    // Whoever pauses before it has begun breaks nothing; a file that cannot be played says so by itself.
    current.play().catch(() => {});
  };
  const quicken = () => {
    const next = speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1;
    setSpeed(next);
    if (sound.current) sound.current.playbackRate = next;
  };
  const learnLength = ({ duration }: HTMLAudioElement) => setLength(Number.isFinite(duration) ? duration : null);
  // It may have been read, or given up, before it stood on the page, where nobody was told yet.
  const catchUp = useEffectEvent(() => {
    if (sound.current?.error) source.onError();
    else if (sound.current) learnLength(sound.current);
  });
  useEffect(() => catchUp(), []);
  const whole = length === null ? '' : ` / ${clock(length)}`;
  return (
    <div className={c.sound}>
      <audio
        ref={sound}
        {...source}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onDurationChange={(event) => learnLength(event.currentTarget)}
      />
      <ActionIcon
        className={c.play}
        radius={22}
        variant="default"
        aria-label={t(isPlaying ? 'thread.player.pause' : 'thread.player.play', { name })}
        onClick={turn}
      >
        <Icon of={isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled} size={16} />
      </ActionIcon>
      <input
        type="range"
        min={0}
        max={Math.ceil(length ?? 0)}
        step={1}
        value={Math.min(at, length ?? at)}
        disabled={length === null}
        aria-label={t('thread.player.position', { name })}
        aria-valuetext={clock(at)}
        onChange={(event) => {
          const to = Number(event.currentTarget.value);
          setAt(to);
          if (sound.current) sound.current.currentTime = to;
        }}
      />
      <time>
        {clock(at)}
        {whole}
      </time>
      <UnstyledButton className={c.speed} aria-label={t('thread.player.speed', { speed })} onClick={quicken}>
        {speed}×
      </UnstyledButton>
    </div>
  );
}

/** `0:07`, `61:05`. */
function clock(seconds: number): string {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
