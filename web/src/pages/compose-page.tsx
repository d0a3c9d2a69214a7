import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { customerCard } from '#contract/customers.ts';
import { callQuery } from '../api/call.ts';
import { ComposeForm } from '../features/composer/compose-form.tsx';
import f from '../ui/form-page.module.css';
import { Shell } from '../ui/shell.tsx';

/** A new letter, to whoever was named in the address. */
export function ComposePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { customer = 0 } = useSearch({ from: '/_desk/compose' });
  const { data: card, isError } = useQuery({
    ...callQuery(customerCard, { id: customer }),
    enabled: customer > 0,
  });
  const isReady = customer === 0 || card !== undefined || isError;
  const to = card?.email ? { name: `${card.first_name} ${card.last_name}`.trim(), address: card.email } : null;
  return (
    <Shell section="tickets">
      <div className={f.page}>
        <header className={f.bar}>
          <h1>{t('compose.title')}</h1>
        </header>
        <div className={f.body}>
          {isReady && (
            <ComposeForm
              to={to}
              onBegun={([first, second]) =>
                void (first !== undefined && second === undefined
                  ? navigate({ to: '/tickets/$id', params: { id: first }, search: {} })
                  : navigate({ to: '/tickets', search: { view: 'answered' } }))
              }
            />
          )}
        </div>
      </div>
    </Shell>
  );
}
