import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { mayDo, useSelf } from '../../api/self.ts';
import { ViewLink, Views } from '../../ui/views.tsx';
import { declarations } from './declarations/index.ts';
import { type EntityName, entityNames } from './entity-names.ts';
import { mayGet } from './entity-rights.ts';

/** The nouns of the administration. Customers have a section of their own. */
export function EntityViews({ on }: { on: EntityName | 'audit' }) {
  const { t } = useTranslation();
  const who = useSelf();
  // Whoever has just come, and is to found a company, has nothing to read there, though they may run the installation.
  const isOperator = who.user.is_operator === 1 && (who.companies.length > 0 || on === 'audit');
  const mayReadTrail = mayDo(who, 'audit.get') || isOperator;
  const shown = entityNames.filter((name) => declarations[name].section === 'administration' && mayGet(name, who));
  if (shown.length === 0 && !mayReadTrail) return null;
  return (
    <Views label={t('shell.administration')}>
      {shown.map((name) => (
        <ViewLink
          key={name}
          to="/$entity/search"
          params={{ entity: name }}
          name={t(`entities.${name}.plural`)}
          icon={declarations[name].icon}
          on={name === on}
        />
      ))}
      {mayReadTrail && <ViewLink to="/audit" name={t('shell.audit')} icon={IconHistory} on={on === 'audit'} />}
    </Views>
  );
}
