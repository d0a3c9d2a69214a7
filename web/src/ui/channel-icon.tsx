import { useTranslation } from 'react-i18next';
import { type Channel, channelGlyphs } from './channel-glyphs.ts';
import { Icon } from './icon.tsx';
import { Tip } from './tip.tsx';

/** How the ticket came. */
export function ChannelIcon({ of, size = 18 }: { of: Channel; size?: number }) {
  const { t } = useTranslation();
  const name = t(`tickets.channel.${of}`);
  return (
    <Tip label={name}>
      <span role="img" aria-label={name} style={{ display: 'grid', color: 'var(--p-dim)' }}>
        <Icon of={channelGlyphs[of]} size={size} />
      </span>
    </Tip>
  );
}
