import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { Entity, Row } from '#contract/entity.ts';
import { labels } from '#contract/labels.ts';
import { products } from '#contract/products.ts';
import type { savedSearches } from '#contract/saved-searches.ts';
import { tags } from '#contract/tags.ts';
import { teams } from '#contract/teams.ts';
import { users } from '#contract/users.ts';
import { rowsQuery } from '../../../api/rows.ts';
import { mayDo, useSelf } from '../../../api/self.ts';
import { ButtonLink } from '../../../ui/link-parts.tsx';
import c from '../aside.module.css';

type Search = Row<typeof savedSearches>;

const named = { assignee: users, product: products, team: teams, label: labels, tag: tags } as const;
const narrowings = ['assignee', 'team', 'channel', 'company', 'product', 'label', 'tag'] as const;

/** What a search finds, in words: its name may say anything. */
export function SearchAside({ of }: { of: Search }) {
  const { t } = useTranslation();
  const { companies } = useSelf();
  const { view = 'open', search, ...narrowed } = of.query;
  return (
    <aside aria-label={t('searches.finds')}>
      <h2>{t('searches.finds')}</h2>
      <dl className={c.facts}>
        {search === undefined ? (
          <>
            <dt>{t('searches.view')}</dt>
            <dd>{t(`tickets.views.${view}`)}</dd>
          </>
        ) : (
          <>
            <dt>{t('searches.words')}</dt>
            <dd>{search}</dd>
          </>
        )}
        {narrowings.map((by) => {
          const to = narrowed[by];
          return (
            to !== undefined && (
              <Fragment key={by}>
                <dt>{t(`tickets.filter.${by}`)}</dt>
                <dd>
                  {by === 'channel' ? (
                    narrowed.channel && t(`tickets.channel.${narrowed.channel}`)
                  ) : by === 'company' ? (
                    (companies.find((one) => one.id === to)?.company_name ?? `#${to}`)
                  ) : typeof to === 'number' ? (
                    <NameOf entity={named[by]} id={to} />
                  ) : (
                    t(`tickets.filter.${to === 'me' ? 'me' : 'nobody'}`)
                  )}
                </dd>
              </Fragment>
            )
          );
        })}
      </dl>
      <ButtonLink to="/tickets" search={of.query} variant="default">
        {t('searches.show')}
      </ButtonLink>
    </aside>
  );
}

/** Its number, where it may not be seen. */
function NameOf({ entity, id }: { entity: Entity; id: number }) {
  const maySee = mayDo(useSelf(), `${entity.name}.get`);
  const { data } = useQuery({
    ...rowsQuery(entity, { conditions: [['id', '=', id]], range: [0, 1] }),
    enabled: maySee,
  });
  if (maySee && !data) return null;
  // Each of these has a name.
  const row = data?.rows[0] as { name: string } | undefined;
  return row?.name ?? `#${id}`;
}
