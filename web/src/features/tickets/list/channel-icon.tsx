import { Tooltip } from '@mantine/core';
import {
  IconBrandTelegram,
  IconBrandWhatsapp,
  IconMail,
  IconMessage2,
  IconMessageCircle,
  IconPhone,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { channels } from '#contract/messages.ts';
import { type Glyph, Icon } from '../../../ui/icon.tsx';

type Channel = (typeof channels)[number];

const glyphs: Record<Channel, Glyph> = {
  mail: IconMail,
  chat: IconMessageCircle,
  telegram: IconBrandTelegram,
  viber: IconMessage2,
  whatsapp: IconBrandWhatsapp,
  phone: IconPhone,
};

/** How the ticket came. */
export function ChannelIcon({ of, size = 18 }: { of: Channel; size?: number }) {
  const { t } = useTranslation();
  const name = t(`tickets.channel.${of}`);
  return (
    <Tooltip label={name}>
      <span role="img" aria-label={name} style={{ display: 'grid', color: 'var(--p-dim)' }}>
        <Icon of={glyphs[of]} size={size} />
      </span>
    </Tooltip>
  );
}
