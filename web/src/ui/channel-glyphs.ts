import {
  IconBrandTelegram,
  IconBrandViber,
  IconBrandWhatsapp,
  IconMail,
  IconMessageCircle,
  IconPhone,
} from '@tabler/icons-react';
import type { channels } from '#contract/messages.ts';
import type { Glyph } from './icon.tsx';

export type Channel = (typeof channels)[number];

/** The sign of each way to write to us, the same wherever it stands. */
export const channelGlyphs: Record<Channel, Glyph> = {
  mail: IconMail,
  chat: IconMessageCircle,
  telegram: IconBrandTelegram,
  viber: IconBrandViber,
  whatsapp: IconBrandWhatsapp,
  phone: IconPhone,
};
