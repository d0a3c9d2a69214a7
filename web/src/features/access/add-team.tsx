import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { teams } from '#contract/teams.ts';
import { createRows } from '../../api/rows.ts';
import { useMay } from '../../api/self.ts';
import { fieldErrors } from '../../ui/form-problems.ts';
import { toastError } from '../../ui/toast.tsx';
import { WhyNot } from '../../ui/why-not.tsx';
import c from './add-team.module.css';

/** A team that is not there yet, made on the way. */
export function AddTeam({ companyId, onAdded }: { companyId: number; onAdded: (id: number) => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const add = useMutation({
    mutationFn: () => createRows(teams, [{ company_id: companyId, name: name.trim() }]),
    onSuccess: async ([team]) => {
      setName('');
      await client.invalidateQueries({ queryKey: ['users'] });
      if (team) onAdded(team.id);
    },
    onError: (error) => {
      if (!fieldErrors(error).name) toastError(t('saved.not_created'), error);
    },
  });
  const mayAdd = useMay('teams.create', companyId);
  const press = () => name.trim() !== '' && !add.isPending && add.mutate();
  return (
    <div className={c.add} data-wide>
      <TextInput
        label={t('access.new_team')}
        value={name}
        maxLength={30}
        disabled={!mayAdd}
        error={add.error ? fieldErrors(add.error).name : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          press();
        }}
      />
      <WhyNot reason={mayAdd ? undefined : t('why_not.role')}>
        <Button variant="default" onClick={press} loading={add.isPending}>
          {t('access.add_team')}
        </Button>
      </WhyNot>
    </div>
  );
}
