import { SegmentedControl } from '@mantine/core';
import { IconDeviceDesktop, IconDeviceMobile, IconMoon, IconSun } from '@tabler/icons-react';
import { type ReactNode, useDeferredValue, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { palettesOf } from '#contract/quidget-palette.ts';
import type { PreviewShown, PreviewStage } from '#contract/quidget-preview.ts';
import { type QuidgetLanguage, quidgetLanguages } from '#contract/quidget-settings.ts';
import { shownTexts } from '#contract/quidget-words.ts';
import { useSelf } from '../../api/self.ts';
import { type Glyph, Icon } from '../../ui/icon.tsx';
import { isColour } from './colour-with-contrast.tsx';
import { PreviewFrame } from './preview-frame.tsx';
import c from './quidget-form.module.css';
import { type QuidgetValues, shownSettings } from './quidget-values.ts';
import { sampleTalk, sampleTeam } from './sample-talk.ts';

export type Seen = {
  device: 'desktop' | 'phone';
  scheme: 'light' | 'dark';
  presence: 'online' | 'offline';
  language: QuidgetLanguage;
  stage: PreviewStage;
};

type Props = { values: QuidgetValues; seen: Seen; onSee: (change: Partial<Seen>) => void };

/** The chat as a visitor would see it, drawn from what stands in the form, saved or not. */
export function QuidgetPreview({ values, seen, onSee }: Props) {
  const { t } = useTranslation();
  const who = useSelf();
  const typed = useDeferredValue(values);
  const settings = useMemo(() => shownSettings(typed), [typed]);
  // A company that chose one scheme has it, whatever the visitor's device prefers.
  const scheme = settings.look.scheme === 'auto' ? seen.scheme : settings.look.scheme;
  const isOnline = seen.presence === 'online';
  const isGone = !isOnline && settings.behaviour.hides_offline === 1;
  const { language, stage } = seen;
  const { name } = who.user;
  const shown = useMemo<PreviewShown>(() => {
    const colour = String(typed.color ?? '');
    const team = [name, ...sampleTeam[language]].map((one) => ({ name: one, picture: null }));
    return {
      setup: {
        version: 1,
        id: 0,
        palette: palettesOf(isColour(colour) ? colour : '#495057'),
        settings: { ...settings, texts: shownTexts(settings, String(typed.title ?? '')) },
        is_online: isOnline,
        back_at: isOnline ? null : nextMonday(),
        time_zone: null,
        hears: false,
        team: settings.look.shows_team === 1 ? team : [],
        answer_minutes: 5,
        mails_transcripts: true,
      },
      ...{ language, scheme, isShown: !isGone, stage: isGone ? 'closed' : stage },
      talk: sampleTalk(language, name),
    };
  }, [typed, settings, language, scheme, stage, isOnline, isGone, name]);
  return (
    <section className={c.preview} aria-label={t('quidget.preview.title')}>
      <div className={c.sights}>
        <Sight
          label={t('quidget.preview.device')}
          value={seen.device}
          onChange={(device) => onSee({ device })}
          options={{
            desktop: <Drawn of={IconDeviceDesktop} label={t('quidget.preview.desktop')} />,
            phone: <Drawn of={IconDeviceMobile} label={t('quidget.preview.phone')} />,
          }}
        />
        <Sight
          label={t('quidget.preview.scheme')}
          value={scheme}
          isOff={settings.look.scheme !== 'auto'}
          onChange={(next) => onSee({ scheme: next })}
          options={{
            light: <Drawn of={IconSun} label={t('quidget.preview.light')} />,
            dark: <Drawn of={IconMoon} label={t('quidget.preview.dark')} />,
          }}
        />
        <Sight
          label={t('quidget.preview.presence')}
          value={seen.presence}
          onChange={(presence) => onSee({ presence })}
          options={{ online: t('quidget.preview.online'), offline: t('quidget.preview.offline') }}
        />
        <Sight
          label={t('quidget.preview.language')}
          value={seen.language}
          onChange={(language) => onSee({ language })}
          options={
            Object.fromEntries(quidgetLanguages.map((one) => [one, t(`quidget.preview.${one}`)])) as Record<
              QuidgetLanguage,
              string
            >
          }
        />
        <Sight
          label={t('quidget.preview.stage')}
          value={seen.stage}
          onChange={(stage) => onSee({ stage })}
          options={{
            closed: t('quidget.preview.closed'),
            home: t('quidget.preview.home'),
            form: t('quidget.preview.form'),
            chat: t('quidget.preview.chat'),
          }}
        />
      </div>
      <div className={c.screen} data-device={seen.device}>
        <PreviewFrame title={t('quidget.preview.frame')} className={c.frame} shown={shown} />
      </div>
      <p className={c.gone} aria-live="polite">
        {isGone && t('quidget.preview.gone')}
      </p>
    </section>
  );
}

/** At nine in the morning, as of whoever looks at it. */
function nextMonday(): string {
  const day = new Date();
  day.setDate(day.getDate() + ((8 - day.getDay()) % 7 || 7));
  day.setHours(9, 0, 0, 0);
  return day.toISOString();
}

function Drawn({ of, label }: { of: Glyph; label: string }) {
  return (
    <>
      <Icon of={of} size={16} />
      <span className="sr">{label}</span>
    </>
  );
}

function Sight<V extends string>(props: {
  label: string;
  value: V;
  options: Record<V, ReactNode>;
  onChange: (value: V) => void;
  isOff?: boolean;
}) {
  const { label, value, options, onChange, isOff = false } = props;
  const data = Object.entries<ReactNode>(options).map(([name, shown]) => ({ value: name, label: shown }));
  return (
    <SegmentedControl
      size="xs"
      aria-label={label}
      data={data}
      value={value}
      disabled={isOff}
      onChange={(next) => onChange(next as V)}
    />
  );
}
