import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import c from './door.module.css';

const providers = [
  { name: 'Gmail', href: 'https://mail.google.com/', domains: ['gmail.com', 'googlemail.com'] },
  { name: 'Yahoo', href: 'https://mail.yahoo.com/', domains: ['yahoo.com', 'ymail.com'] },
  { name: 'Outlook', href: 'https://outlook.live.com/mail/', domains: ['outlook.com', 'live.com', 'msn.com'] },
  { name: 'Hotmail', href: 'https://outlook.live.com/mail/', domains: ['hotmail.com'] },
  { name: 'iCloud', href: 'https://www.icloud.com/mail', domains: ['icloud.com', 'me.com', 'mac.com'] },
] as const;

/** Ways to the letter: the big providers, and the address's own host when it is none of theirs. */
export function MailProviders({ address }: { address: string }) {
  const { t } = useTranslation();
  const host = address.split('@').at(-1)?.toLowerCase() ?? '';
  const own = providers.find(({ domains }) => domains.some((domain) => domain === host));
  const links = own || !host ? providers : [...providers, { name: host, href: `https://${host}/` }];
  return (
    <ul className={c.providers} aria-label={t('confirmation.open_mail')}>
      {links.map(({ name, href }) => (
        <li key={name}>
          <Button
            component="a"
            href={href}
            target="_blank"
            rel="noreferrer"
            variant={name === (own?.name ?? host) ? 'light' : 'default'}
          >
            {name}
          </Button>
        </li>
      ))}
    </ul>
  );
}
