import type { NavigateOptions } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mayDo, useSelf } from '../api/self.ts';
import { declarations } from '../features/entity/declarations/index.ts';
import { entityNames } from '../features/entity/entity-names.ts';
import { mayGet } from '../features/entity/entity-rights.ts';
import Palette from '../features/search/palette.tsx';
import type { Screen } from '../features/search/palette-entries.ts';
import { type View, views } from '../features/tickets/views/ticket-search.ts';
import { viewKeys } from '../features/tickets/views/view-keys.ts';
import { settingsParts } from '../ui/account-views.tsx';
import type { KeyBinding } from '../ui/keys.ts';

/** The palette with every screen that the person may open. */
export default function DeskPalette({ actions, close }: { actions: readonly KeyBinding[]; close: () => void }) {
  const screens = useScreens();
  return <Palette actions={actions} screens={screens} close={close} />;
}

const toView = (view: View): NavigateOptions => ({ to: '/tickets', search: view === 'open' ? {} : { view } });
const inboxes: NavigateOptions = { to: '/inboxes' };
const audit: NavigateOptions = { to: '/audit' };

function useScreens(): Screen[] {
  const { t } = useTranslation();
  const who = useSelf();
  const me = t('shell.account');
  const administration = t('shell.administration');
  const sees = mayDo(who, 'tickets.get');
  return [
    ...(sees
      ? views.map((view) => ({
          name: t(`tickets.views.${view}`),
          section: t('shell.tickets'),
          also: view,
          keys: `KeyG ${viewKeys[view]}`,
          to: toView(view),
        }))
      : []),
    ...(sees && mayGet('products', who)
      ? [{ name: t('tickets.views.products'), section: t('shell.tickets'), also: 'inboxes', to: inboxes }]
      : []),
    ...entityNames
      .filter((name) => mayGet(name, who))
      .map((name) => ({
        name: t(`entities.${name}.plural`),
        section: declarations[name].section === 'administration' ? administration : t('shell.customers'),
        also: name,
        to: { to: '/$entity/search', params: { entity: name } } satisfies NavigateOptions,
      })),
    ...(mayDo(who, 'audit.get') || who.user.is_operator === 1
      ? [{ name: t('shell.audit'), section: administration, also: 'audit', to: audit }]
      : []),
    { name: t('profile.title'), section: me, also: 'profile', to: { to: '/profile' } satisfies NavigateOptions },
    {
      name: t('recovery.page_title'),
      section: me,
      also: 'password',
      to: { to: '/password' } satisfies NavigateOptions,
    },
    { name: t('security.title'), section: me, also: 'security', to: { to: '/security' } satisfies NavigateOptions },
    ...settingsParts.map((part) => ({
      name: t(`account.parts.${part}`),
      section: t('account.settings'),
      also: `settings ${part}`,
      to: { to: '/settings', hash: part } satisfies NavigateOptions,
    })),
    { name: t('account.ai'), section: t('account.settings'), also: 'ai', to: { to: '/ai' } satisfies NavigateOptions },
  ];
}
