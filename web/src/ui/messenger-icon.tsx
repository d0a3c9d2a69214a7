import { IconBrandTelegram, IconBrandViber, IconBrandWhatsapp } from '@tabler/icons-react';
import type { Messenger } from '#contract/integrations.ts';
import { Icon } from './icon.tsx';

/** Names of companies, alike in every language. */
export const messengerNames: Record<Messenger, string> = { telegram: 'Telegram', viber: 'Viber', whatsapp: 'WhatsApp' };
const glyphs = { telegram: IconBrandTelegram, viber: IconBrandViber, whatsapp: IconBrandWhatsapp };

export function MessengerIcon({ of, size = 18 }: { of: Messenger; size?: number }) {
  return <Icon of={glyphs[of]} size={size} />;
}
