import { IconEye, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { type ChatFacts as Facts, readChat } from '#contract/chats.ts';
import { callQuery } from '../../../api/call.ts';
import { currentLocale } from '../../../i18n/language.ts';
import { formatWait } from '../../../i18n/time.ts';
import { Icon } from '../../../ui/icon.tsx';
import known from '../../../ui/known-part.module.css';
import { hostOf, PageLink } from '../../../ui/page-link.tsx';
import c from './ticket-context.module.css';

/** Where a chat began, and what is claimed and what is proven of who writes there. */
export function ChatFacts({ ticketId }: { ticketId: number }) {
  const { t } = useTranslation();
  const { data } = useQuery(callQuery(readChat, { ticket_id: ticketId }));
  const chat = data?.chat;
  if (!chat) return null;
  return (
    <section className={known.part}>
      <h2>{t('chat_facts.title')}</h2>
      {chat.page_url !== '' && (
        <div className={c.pair}>
          <Icon of={IconWorld} size={16} />
          <PageLink url={chat.page_url} words={chat.page_title} />
        </div>
      )}
      <div className={c.pair} role="status">
        <Icon of={IconEye} size={16} />
        {chat.now ? (
          <span title={t('chat_facts.here_for', { time: formatWait(new Date(chat.now.since)) })}>
            {t('chat_facts.now_on')} <PageLink url={chat.now.url} words={chat.now.title} />
          </span>
        ) : (
          <span>{t('chat_facts.has_left')}</span>
        )}
      </div>
      <dl className={c.facts}>
        {factsOf(chat).map(([name, value]) => (
          <div key={name} className={c.fact}>
            <dt>{t(`chat_facts.${name}`)}</dt>
            <dd title={value}>{value}</dd>
          </div>
        ))}
        {Object.entries(chat.attributes).map(([name, value]) => (
          <div key={`page ${name}`} className={c.fact}>
            <dt>{name}</dt>
            <dd title={value}>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={c.quiet}>{t(chat.signed_in_as === null ? 'chat_facts.claimed' : 'chat_facts.proven')}</p>
    </section>
  );
}

function factsOf({ quidget, referrer, country, browser, system, said, signed_in_as, rating }: Facts) {
  const place = country && new Intl.DisplayNames(currentLocale(), { type: 'region' }).of(country);
  const all = {
    ...{ quidget, came_from: hostOf(referrer), place, device: [browser, system].filter(Boolean).join(', ') },
    ...{
      email: said.email,
      phone: said.phone,
      signed_in_as,
      rating: rating && i18next.t(`chat_facts.rated.${rating}`),
    },
  };
  return Object.entries(all).filter((one): one is [keyof typeof all, string] => Boolean(one[1]));
}
