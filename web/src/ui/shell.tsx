import { Drawer } from '@mantine/core';
import { IconAddressBook, IconInbox, IconSettings } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { createContext, type ReactNode, Suspense, useContext, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PrivilegeKey } from '#contract/privileges.ts';
import { lazyPart } from '../api/fetch-part.ts';
import { mayDo, useSelf } from '../api/self.ts';
import { AccountMenu } from './account-menu.tsx';
import { Bell, BellPanel } from './bell/bell.tsx';
import { CompanyLogo } from './company-logo.tsx';
import { Icon } from './icon.tsx';
import { keepAboveKeyboard } from './keep-above-keyboard.ts';
import { isOn, type KeyBinding, keyLabel, listedKeys, useKeys } from './keys.ts';
import { Mark } from './mark.tsx';
import './menu-arrows.ts';
import c from './shell.module.css';
import { Key } from './small-parts.tsx';
import { Tip } from './tip.tsx';

const KeyboardSheet = lazyPart(() => import('./keyboard-sheet.tsx').then((all) => ({ default: all.KeyboardSheet })));

/** `leads`: to the first of these that the person may see. Who may see none has no use for the link (SPEC section 6). */
const sections = [
  { name: 'tickets', icon: IconInbox, key: 'KeyG KeyT', leads: [{ by: 'tickets.get', link: { to: '/tickets' } }] },
  {
    name: 'customers',
    icon: IconAddressBook,
    key: 'KeyG KeyC',
    leads: [{ by: 'customers.get', link: { to: '/$entity/search', params: { entity: 'customers' } } }],
  },
  {
    name: 'administration',
    icon: IconSettings,
    key: 'KeyG KeyA',
    leads: [
      { by: 'products.get', link: { to: '/$entity/search', params: { entity: 'products' } } },
      { by: 'companies.get', link: { to: '/$entity/search', params: { entity: 'companies' } } },
      { by: 'mailboxes.get', link: { to: '/$entity/search', params: { entity: 'mailboxes' } } },
      { by: 'users.get', link: { to: '/users/search' } },
      { by: 'audit.get', link: { to: '/audit' } },
    ],
  },
] as const;
export type SectionName = (typeof sections)[number]['name'];

function useSections() {
  const who = useSelf();
  // Who works for no company yet is led to found one, and to nothing else.
  const isOperator = who.user.is_operator === 1 && who.companies.length > 0;
  const sees = (key: PrivilegeKey) => mayDo(who, key) || (key === 'audit.get' && isOperator);
  return sections.flatMap(({ leads, ...section }) => {
    const lead = leads.find(({ by }) => sees(by));
    return lead ? [{ ...section, link: lead.link }] : [];
  });
}

const ShellContext = createContext({ openViews: () => {}, hasViews: false });
/** Where it is narrow the views hide; a list's title opens them. */
export const useShell = () => useContext(ShellContext);

/**
 * The desk's frame: rail, views, and the work on one sheet. `bare` drops the phone's tabs where a screen has its own way
 * back (an open ticket).
 */
/** `account` has no place in the rail: the menu of oneself leads there. */
export function Shell(props: {
  section: SectionName | 'account';
  views?: ReactNode;
  bare?: boolean;
  children: ReactNode;
}) {
  const { section, views, bare, children } = props;
  const { t } = useTranslation();
  const [viewsOpen, setViewsOpen] = useState(false);
  const [shownKeys, setShownKeys] = useState<readonly KeyBinding[]>();
  const [bellOpen, setBellOpen] = useState(false);
  const bell = { opened: bellOpen, setOpened: setBellOpen };
  const showKeys = () => setShownKeys(listedKeys().filter((one) => isOn(one.key)));
  const shell = useMemo(() => ({ openViews: () => setViewsOpen(true), hasViews: Boolean(views) }), [views]);
  const sections = useSections();
  useEffect(keepAboveKeyboard, []);
  useSectionKeys(sections, { showKeys, showBell: () => setBellOpen(true) });

  return (
    <ShellContext value={shell}>
      <div className={c.shell}>
        <a className={c.skip} href="#work">
          {t('shell.skip')}
        </a>
        <nav className={c.rail} aria-label={t('shell.sections')}>
          <span className={c.mark}>
            <Sign />
          </span>
          {sections.map((one) => (
            <Tip
              key={one.name}
              position="right"
              label={
                <>
                  {t(`shell.${one.name}`)} <Key>{keyLabel(one.key)}</Key>
                </>
              }
            >
              <Link
                {...one.link}
                aria-label={t(`shell.${one.name}`)}
                aria-current={one.name === section ? 'page' : undefined}
              >
                <Icon of={one.icon} size={20} />
              </Link>
            </Tip>
          ))}
          <span className={c.push} />
          <Bell place="rail" className={c.account} {...bell} />
          <AccountMenu place="rail" showKeys={showKeys} />
        </nav>
        {views ? <div className={c.side}>{views}</div> : <span />}
        <main className={c.work} id="work" tabIndex={-1}>
          {children}
        </main>
        {!bare && (
          <nav className={c.tabs} aria-label={t('shell.tabs')}>
            {sections.map((one) => (
              <Link key={one.name} {...one.link} aria-current={one.name === section ? 'page' : undefined}>
                <Icon of={one.icon} size={20} />
                {t(`shell.${one.name}`)}
              </Link>
            ))}
            <Bell place="tabs" className={c.tab} {...bell} />
            <AccountMenu place="tabs" showKeys={showKeys} />
          </nav>
        )}
      </div>
      {views && viewsOpen && (
        <Drawer
          opened
          onClose={() => setViewsOpen(false)}
          size={264}
          title={t(`shell.${section}`)}
          closeButtonProps={{ 'aria-label': t('common.close') }}
          classNames={{ content: c.drawer ?? '' }}
          // A chosen view is a link: the drawer has done its work.
          onClick={(event) => (event.target as HTMLElement).closest('a') && setViewsOpen(false)}
        >
          {views}
        </Drawer>
      )}
      <BellPanel opened={bellOpen} close={() => setBellOpen(false)} />
      {shownKeys && (
        <Suspense>
          <KeyboardSheet keys={shownKeys} close={() => setShownKeys(undefined)} />
        </Suspense>
      )}
    </ShellContext>
  );
}

/** Whose desk it is: the company's logo for whoever works for one that has it, the brand's mark for everybody else. */
function Sign() {
  const { companies } = useSelf();
  const [only, ...others] = companies;
  if (!only?.logo || others.length > 0) return <Mark size={28} />;
  return (
    <span title={only.company_name} className={c.logo}>
      <CompanyLogo of={only} size={32} />
    </span>
  );
}

type Shown = { showKeys: () => void; showBell: () => void };

function useSectionKeys(sections: ReturnType<typeof useSections>, { showKeys, showBell }: Shown): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useKeys(
    [
      ...sections.map((one) => ({
        key: one.key,
        label: t('shell.go_to', { section: t(`shell.${one.name}`) }),
        group: 'move' as const,
        run: () => void navigate(one.link),
      })),
      { key: 'KeyG KeyN', label: t('bell.title'), group: 'move', run: showBell },
      { key: 'Shift+Slash', label: t('keys.title'), group: 'act', run: showKeys },
    ],
    { afterPages: true },
  );
}
