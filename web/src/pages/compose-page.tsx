import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { customerCard } from '#contract/customers.ts';
import { callQuery } from '../api/call.ts';
import { NewLetter } from '../features/composer/new-letter.tsx';
import { NewLettersList } from '../features/composer/new-letters-list.tsx';
import { BackToList } from '../ui/back-to-list.tsx';
import f from '../ui/form-page.module.css';
import { Icon } from '../ui/icon.tsx';
import { Shell } from '../ui/shell.tsx';
import { useIsStillHere } from '../ui/use-is-still-here.ts';

/** A new letter, to whoever was named in the address; beside it those that are half-written or wait. */
export function ComposePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isStillHere = useIsStillHere();
  const { customer = 0, letter = null } = useSearch({ from: '/_desk/compose' });
  // The form stays while its own letter comes by an id; for another letter it begins anew.
  const [form, setForm] = useState({ id: letter, ids: [letter], round: 0 });
  const begin = (id: string | null) => setForm({ id, ids: [id], round: form.round + 1 });
  if (!form.ids.includes(letter)) begin(letter);
  const { data: card, isError } = useQuery({
    ...callQuery(customerCard, { id: customer }),
    enabled: customer > 0,
  });
  const isReady = customer === 0 || card !== undefined || isError;
  const to = card?.email ? { name: `${card.first_name} ${card.last_name}`.trim(), address: card.email } : null;
  const open = (id: string | null) => {
    begin(id);
    void navigate({ to: '/compose', search: id ? { letter: id } : {} });
  };
  return (
    <Shell section="tickets">
      <div className={f.page}>
        <header className={f.bar}>
          <BackToList />
          <h1>{t('compose.title')}</h1>
          <i className={f.gap} />
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            leftSection={<Icon of={IconPlus} size={16} />}
            onClick={() => open(null)}
          >
            {t('compose.another')}
          </Button>
        </header>
        <div className={f.body}>
          {isReady && (
            <NewLetter
              key={form.round}
              id={form.id}
              to={to}
              onKept={(id) => {
                setForm((old) => ({ ...old, ids: [...old.ids, id] }));
                // What is kept as somebody leaves is kept when they are elsewhere.
                if (isStillHere()) void navigate({ to: '/compose', search: id ? { letter: id } : {}, replace: true });
              }}
              onTakenBack={(id) => void navigate({ to: '/compose', search: { letter: id } })}
              onSent={({ tickets: [first, second] }) =>
                void (first && !second
                  ? navigate({ to: '/tickets/$id', params: { id: first.ticket_id }, search: {} })
                  : navigate({ to: '/tickets', search: first ? { view: 'answered' } : {} }))
              }
            />
          )}
          <aside aria-label={t('compose.mine')}>
            <NewLettersList openId={letter} onOpen={open} />
          </aside>
        </div>
      </div>
    </Shell>
  );
}
