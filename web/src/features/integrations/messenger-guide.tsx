import { Anchor } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import type { Messenger } from '#contract/integrations.ts';
import { messengerNames } from '../../ui/messenger-icon.tsx';
import c from './integration.module.css';

type Step = { text: 'one' | 'two' | 'three' | 'four'; link?: string };

/** Where each step is done. */
const steps: Record<Messenger, readonly Step[]> = {
  telegram: [{ text: 'one', link: 'https://t.me/BotFather' }, { text: 'two' }, { text: 'three' }],
  viber: [
    { text: 'one', link: 'https://www.forbusiness.viber.com/en/chatbots/' },
    { text: 'two', link: 'https://partners.viber.com' },
    { text: 'three' },
  ],
  whatsapp: [
    { text: 'one', link: 'https://developers.facebook.com/apps' },
    { text: 'two' },
    { text: 'three', link: 'https://business.facebook.com/settings/system-users' },
    { text: 'four' },
  ],
};

/** What is needed, and where one gets it. */
export function MessengerGuide({ of }: { of: Messenger }) {
  const { t } = useTranslation();
  return (
    <section className={c.guide} aria-label={t('integrations.guide.title', { name: messengerNames[of] })}>
      <h2>{t('integrations.guide.title', { name: messengerNames[of] })}</h2>
      <ol>
        {steps[of].map(({ text, link }) => (
          <li key={text}>
            <Trans
              i18nKey={`integrations.guide.${of}.${text}` as 'integrations.guide.telegram.one'}
              components={{ a: <Anchor href={link} target="_blank" rel="noreferrer" underline="always" inherit /> }}
            />
          </li>
        ))}
      </ol>
      <p>{t('integrations.no_traffic')}</p>
    </section>
  );
}
