import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { savedSearches } from '#contract/saved-searches.ts';
import { updateRows } from '../../../api/rows.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { fieldErrors } from '../../../ui/form-problems.ts';
import c from './ticket-filter-bar.module.css';

/** Another name for a saved search, where one is: whoever gives it goes on with the list. */
export default function RenameSearch({ one, close }: { one: { id: number; name: string }; close: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [name, setName] = useState(one.name);
  const [problem, tell] = useState<string | undefined>();
  const [isSaving, setSaving] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setSaving(true);
    try {
      await updateRows(savedSearches, { name: name.trim() }, [['id', '=', one.id]]);
      await client.invalidateQueries({ queryKey: [savedSearches.name] });
      close();
    } catch (error) {
      const errors = fieldErrors(error);
      tell(errors.name ?? Object.values(errors)[0]);
      setSaving(false);
    }
  };
  return (
    <Dialog close={close} title={t('searches.rename')}>
      <form onSubmit={(event) => void save(event)} noValidate className={c.form}>
        <TextInput
          data-autofocus
          label={t('searches.name')}
          value={name}
          error={problem}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            setName(event.currentTarget.value);
            tell(undefined);
          }}
        />
        <Button type="submit" loading={isSaving}>
          {t('searches.rename')}
        </Button>
      </form>
    </Dialog>
  );
}
