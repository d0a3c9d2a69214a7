import { Button, Menu } from '@mantine/core';
import { IconCalendarTime, IconChevronDown, IconCircleCheck, IconClockPause } from '@tabler/icons-react';
import { type ReactElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toWire } from '../../i18n/time.ts';
import { Icon } from '../../ui/icon.tsx';
import { keyLabel } from '../../ui/keys.ts';
import { MenuLater } from '../../ui/menu-later.tsx';
import { Key } from '../../ui/small-parts.tsx';
import type { Whom } from '../../ui/snooze/send-later-menu.tsx';
import { SendLaterPart } from '../../ui/snooze/send-later-part.ts';
import { SnoozePicker } from '../../ui/snooze/snooze-picker.tsx';
import { type Pointed, Tip } from '../../ui/tip.tsx';
import { WhenOpened } from '../../ui/when-opened.tsx';
import { WhyNotItem } from '../../ui/why-not.tsx';
import c from './composer.module.css';
import type { HowToSend } from './written-letter.ts';

type Props = {
  isOff: boolean;
  /** Whether their role lets them resolve tickets, and put them off. */
  mayMove: boolean;
  whom: Whom;
  submit: (how: HowToSend) => void;
};

/** Sends; and behind the arrow, the other ways: each says what it will do. */
export function SendButtons({ isOff, mayMove, whom, submit }: Props) {
  const { t } = useTranslation();
  const reason = mayMove ? undefined : t('why_not.role');
  const [asked, ask] = useState<'snooze' | 'later' | null>(null);
  const frame = (which: 'snooze' | 'later') => ({
    opened: asked === which,
    setOpened: (opened: boolean) => ask(opened ? which : null),
    children: <span className={c.when} />,
  });
  return (
    <Button.Group>
      <WithKey>
        <Button disabled={isOff} onClick={() => submit({})}>
          {t('composer.send')}
        </Button>
      </WithKey>
      <MenuLater
        position="top-end"
        button={
          <Button px={6} ml={1} disabled={isOff} aria-label={t('composer.more_ways')}>
            <Icon of={IconChevronDown} size={16} />
          </Button>
        }
      >
        {() => (
          <>
            <WhyNotItem
              reason={reason}
              leftSection={<Icon of={IconCircleCheck} size={16} />}
              rightSection={<Key>{keyLabel('Mod+Shift+Enter')}</Key>}
              onClick={() => submit({ resolves: true })}
            >
              {t('composer.send_and_resolve')}
            </WhyNotItem>
            <WhyNotItem
              reason={reason}
              leftSection={<Icon of={IconClockPause} size={16} />}
              onClick={() => ask('snooze')}
            >
              {t('composer.send_and_snooze')}
            </WhyNotItem>
            <Menu.Item leftSection={<Icon of={IconCalendarTime} size={16} />} onClick={() => ask('later')}>
              {t('composer.send_later')}
            </Menu.Item>
          </>
        )}
      </MenuLater>
      <SnoozePicker {...frame('snooze')} onChoose={(snooze) => submit({ snooze })} />
      <WhenOpened opened={asked === 'later'} button={<span className={c.when} />}>
        <SendLaterPart {...frame('later')} whom={whom} onChoose={(at) => submit({ sendAt: toWire(at) })} />
      </WhenOpened>
    </Button.Group>
  );
}

export function WithKey({ children }: { children: ReactElement<Pointed> }) {
  return <Tip label={<Key>{keyLabel('Mod+Enter')}</Key>}>{children}</Tip>;
}
