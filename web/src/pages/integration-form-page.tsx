import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { integrations, type Messenger, messengers, settingsIdOf } from '#contract/integrations.ts';
import { products } from '#contract/products.ts';
import { rowQuery, rowsQuery } from '../api/rows.ts';
import { useSelf } from '../api/self.ts';
import { companiesToAdd, companyToAdd } from '../features/entity/companies-to-add.ts';
import { declarations } from '../features/entity/declarations/index.ts';
import { EntityForm } from '../features/entity/entity-form.tsx';
import { EntityViews } from '../features/entity/entity-views.tsx';
import { IntegrationAside } from '../features/integrations/integration-aside.tsx';
import { MessengerCards } from '../features/integrations/messenger-cards.tsx';
import { MessengerGuide } from '../features/integrations/messenger-guide.tsx';
import { BarOfList, formStyles } from '../ui/form-page.tsx';
import { messengerNames } from '../ui/messenger-icon.tsx';
import { onlyOne } from '../ui/only-one.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { Problem } from '../ui/problem.tsx';
import { Shell } from '../ui/shell.tsx';
import { useIsStillHere } from '../ui/use-is-still-here.ts';
import { hasQuidgets, QuidgetsLink } from './entity-list-page.tsx';
import { FormSkeleton, NoProduct, NotThere } from './form-states.tsx';

/** `/integrations/add#telegram`; without a hash, the cards to choose from. */
export function IntegrationAddPage() {
  const hash = useLocation({ select: (location) => location.hash });
  const messenger = messengers.find((one) => one === hash);
  return <Frame>{messenger ? <NewIntegration key={messenger} of={messenger} /> : <Choice />}</Frame>;
}

function Choice() {
  const { t } = useTranslation();
  const { company } = useSearch({ from: '/_desk/integrations/add' });
  usePageTitle(t('entities.integrations.new'));
  return (
    <div className={formStyles.page}>
      <BarOfList
        title={t('entities.integrations.new')}
        back={{ to: '/$entity/search', params: { entity: 'integrations' } }}
      />
      <MessengerCards quidgets={hasQuidgets && <QuidgetsLink />} company={company} />
    </div>
  );
}

function NewIntegration({ of }: { of: Messenger }) {
  const who = useSelf();
  const navigate = useNavigate();
  const isStillHere = useIsStillHere();
  const { company: looked } = useSearch({ from: '/_desk/integrations/add' });
  const company = companyToAdd('integrations', who, looked);
  const choices = useQuery(
    rowsQuery(products, {
      fields: ['id', 'company_id'],
      conditions: [
        ['is_deleted', '=', 0],
        ['company_id', 'in', companiesToAdd('integrations', who).map((one) => one.id)],
      ],
      sort: [['name', 'asc']],
      range: [0, 100],
    }),
  );
  if (choices.isError) return <Problem error={choices.error} retry={() => void choices.refetch()} isPage />;
  if (!choices.data) return <FormSkeleton />;
  if (choices.data.rows.length === 0) return <NoProduct />;
  const first = choices.data.rows.find((one) => one.company_id === company) ?? choices.data.rows[0];
  return (
    <EntityForm
      of={declarations.integrations}
      row={null}
      start={{
        company_id: String(first?.company_id ?? ''),
        product_id: String(onlyOne(choices.data.rows)?.id ?? ''),
        settings_id: String(settingsIdOf(of)),
        title: messengerNames[of],
        additional: of === 'whatsapp' ? { messenger: of, phone_number_id: '' } : { messenger: of },
      }}
      header={<MessengerGuide of={of} />}
      onCreated={async (id) => {
        if (isStillHere()) await navigate({ to: '/integrations/$id/edit', params: { id } });
      }}
    />
  );
}

/** `/integrations/{id}/edit`. */
export function IntegrationEditPage() {
  const { id } = useParams({ from: '/_desk/integrations/$id/edit' });
  const found = useQuery(rowQuery(integrations, id));
  return (
    <Frame>
      {found.data ? (
        <EntityForm
          key={id}
          of={declarations.integrations}
          row={found.data}
          aside={<IntegrationAside of={found.data} />}
          onCreated={() => {}}
        />
      ) : found.isError ? (
        <NotThere error={found.error} entity="integrations" retry={() => void found.refetch()} />
      ) : (
        <FormSkeleton />
      )}
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <Shell section="administration" views={<EntityViews on="integrations" />}>
      {children}
    </Shell>
  );
}
