import { Button } from '@mantine/core';
import { IconMessagePlus, IconShieldCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Visit } from '#contract/visits.ts';
import { mayDo, useSelf } from '../../api/self.ts';
import { currentLocale } from '../../i18n/language.ts';
import { formatWait } from '../../i18n/time.ts';
import { Face } from '../../ui/face.tsx';
import { Icon } from '../../ui/icon.tsx';
import { hostOf, PageLink } from '../../ui/page-link.tsx';
import { Tip } from '../../ui/tip.tsx';
import { nameOf } from './visitor-name.ts';
import c from './visitors.module.css';

/** One visitor: who, where, from where, for how long, and what can be done. */
export function VisitorRow({ of, now, invite }: { of: Visit; now: Date; invite: () => void }) {
  const { t } = useTranslation();
  const who = useSelf();
  const name = nameOf(t, of);
  const { page, referrer, country, browser, system, ticket, invited } = of;
  const place = country && new Intl.DisplayNames(currentLocale(), { type: 'region' }).of(country);
  const about = [place, [browser, system].filter(Boolean).join(', ')].filter(Boolean).join(' · ');
  const from = hostOf(referrer);
  const isWithin = from !== '' && from === hostOf(page.url);
  const mayWrite = mayDo(who, 'messages.create', of.company_id);
  return (
    <li className={c.visit}>
      <Face name={name} size={32} />
      <div className={c.who}>
        {of.customer_id === null ? (
          <b>{name}</b>
        ) : (
          <Link to="/customer/$customerId" params={{ customerId: of.customer_id }}>
            <b>{name}</b>
          </Link>
        )}
        {of.signed_in_as !== null && (
          <Tip label={t('visitors.vouched', { as: of.signed_in_as })}>
            <span className={c.sure} role="img" aria-label={t('visitors.vouched', { as: of.signed_in_as })}>
              <Icon of={IconShieldCheck} size={16} />
            </span>
          </Tip>
        )}
        <small>{of.is_known ? about || t('visitors.unknown') : t('visitors.before_consent')}</small>
      </div>
      <div className={c.page}>
        <PageLink url={page.url} words={page.title} />
        <small>
          {pathOf(page.url)}
          {from && !isWithin && <> · {t('visitors.from', { host: from })}</>}
        </small>
      </div>
      <div className={c.time}>
        <span>{t('visitors.for', { time: formatWait(new Date(of.began), now) })}</span>
        <Tip
          multiline
          label={
            of.trail.length > 1 &&
            of.trail.map((one, at) => (
              <span key={String(at)} className={c.step}>
                {one.title || pathOf(one.url)}
              </span>
            ))
          }
        >
          <small>{t('visitors.pages', { count: of.pages })}</small>
        </Tip>
      </div>
      <div className={c.act}>
        {ticket ? (
          <Button component={Link} to={`/tickets/${ticket.id}`} variant="default" size="xs">
            {t('visitors.in_chat', { number: ticket.number })}
          </Button>
        ) : of.is_in_chat ? (
          <small>{t('visitors.in_other_chat')}</small>
        ) : (
          <>
            {invited && <small>{t('visitors.invited', { name: invited.by })}</small>}
            {mayWrite && (
              <Button
                variant="default"
                size="xs"
                leftSection={<Icon of={IconMessagePlus} />}
                aria-label={`${t('visitors.write')}: ${name}`}
                onClick={invite}
              >
                {t('visitors.write')}
              </Button>
            )}
          </>
        )}
      </div>
    </li>
  );
}

function pathOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  try {
    return host + decodeURI(pathname);
  } catch {
    return host + pathname;
  }
}
