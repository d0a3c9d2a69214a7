import { Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { changeProfile, profileChange } from '#contract/profile.ts';
import { call } from '../../api/call.ts';
import { refetchSelf, useSelf } from '../../api/self.ts';
import { formatDay } from '../../i18n/time.ts';
import { FormPage, FormPart, formStyles } from '../../ui/form-page.tsx';
import { problemsOf } from '../../ui/form-problems.ts';
import { toast, toastError } from '../../ui/toast.tsx';
import { useSavedForm } from '../../ui/use-saved-form.ts';
import { PicturePart } from './picture-part.tsx';
import c from './profile.module.css';

type Values = { name: string; phone: string; note: string };

/** The signed-in person as others see them. `access` is how they get in: address, password, second step. */
export function ProfileForm({ access }: { access: ReactNode }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { user } = useSelf();
  const saved = useSavedForm<Values, unknown>({
    saved: { name: user.name, phone: user.phone ?? '', note: user.note ?? '' },
    validate: (values) => problemsOf(profileChange, values),
    save: async (values, changed) => {
      const change = Object.fromEntries(changed.map((name) => [name, values[name].trim()]));
      const seen = Object.fromEntries(changed.map((name) => [name, user[name]]));
      try {
        await call(changeProfile, { ...change, seen });
      } finally {
        // Where it is no longer what was seen, the form learns what is there now.
        await refetchSelf(client);
      }
    },
    onSaved: () => void toast({ status: 'success', title: t('saved.updated') }),
    onProblem: (error) => toastError(t('saved.not_updated'), error),
    mustChoose: true,
  });
  const { form } = saved;
  return (
    <FormPage
      title={t('profile.title')}
      back={{ to: '/tickets' }}
      saved={saved}
      isNew={false}
      saveLabel={t('form.save')}
      aside={<About />}
      words={{ label: (name) => t(`profile.fields.${name as keyof Values}`), show: (_, value) => String(value) }}
    >
      <FormPart title={t('profile.picture.title')} lead={t('profile.picture.lead')}>
        <PicturePart />
      </FormPart>
      <FormPart title={t('profile.about')}>
        <div className={formStyles.fields}>
          <TextInput label={t('profile.fields.name')} name="name" autoComplete="name" {...form.getInputProps('name')} />
          <TextInput
            label={t('profile.fields.phone')}
            name="phone"
            type="tel"
            autoComplete="tel"
            {...form.getInputProps('phone')}
          />
          <Textarea
            label={t('profile.fields.note')}
            description={t('profile.note_help')}
            name="note"
            rows={1}
            autosize
            maxRows={2}
            wrapperProps={{ 'data-wide': true }}
            {...form.getInputProps('note')}
          />
        </div>
      </FormPart>
      {access}
    </FormPage>
  );
}

/** What is known of the person and not theirs to change here. */
function About() {
  const { t } = useTranslation();
  const { user, roles, companies } = useSelf();
  const roleName = (name: string) =>
    t(`access.roles.${name.toLowerCase()}` as 'access.roles.agent', { defaultValue: name });
  return (
    <aside className={c.aside} aria-label={t('profile.aside')}>
      <h2>{t('profile.roles')}</h2>
      <dl>
        {companies.map((company) => (
          <div key={company.id}>
            <dt>{company.company_name}</dt>
            <dd>{roleName(roles.find((role) => role.company_id === company.id)?.name ?? '')}</dd>
          </div>
        ))}
      </dl>
      <h2>{t('profile.aside')}</h2>
      <dl>
        <div>
          <dt>{t('profile.facts.id')}</dt>
          <dd>{user.id}</dd>
        </div>
        <div>
          <dt>{t('profile.facts.status')}</dt>
          <dd>{t(user.status === 8 ? 'account.status.online' : 'account.status.offline')}</dd>
        </div>
        <div>
          <dt>{t('profile.facts.phone')}</dt>
          <dd>{t(user.phone_status === 1 ? 'profile.facts.connected' : 'profile.facts.disconnected')}</dd>
        </div>
        <div>
          <dt>{t('profile.facts.added')}</dt>
          <dd>{formatDay(user.added)}</dd>
        </div>
        <div>
          <dt>{t('profile.facts.updated')}</dt>
          <dd>{formatDay(user.updated)}</dd>
        </div>
      </dl>
    </aside>
  );
}
