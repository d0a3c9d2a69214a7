import { Button, Select, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountEmail } from '#contract/entity.ts';
import { addressesPerInviteMax, createInvites, rolesToInviteAs } from '#contract/invites.ts';
import type { RoleName } from '#contract/privileges.ts';
import { teams } from '#contract/teams.ts';
import { call } from '../../api/call.ts';
import { mayDo, useSelf } from '../../api/self.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { OfferedSelect } from '../../ui/offered/offered-select.tsx';
import { named } from '../../ui/offered/reference.ts';
import { SendButton } from '../../ui/send-button.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { useSentForm } from '../../ui/use-sent-form.ts';
import { useStill } from '../../ui/use-still.ts';
import c from './invites.module.css';
import { readAddresses } from './read-addresses.ts';
import { isGood, type Verdict, VerdictList } from './verdict-list.tsx';

/** What is left to mend keeps the name that it came with. */
const asPasted = (email: string, pasted: string): string => {
  const name = readAddresses(pasted).find((one) => one.email === email)?.name;
  return name === undefined ? email : `"${name}" <${email}>`;
};

const toTeam = named(teams);

type Values = { addresses: string; company: string; role: RoleName; team: string | null };

/** Invites people by mail: as many addresses as somebody pastes, and says of each what became of it. */
export function InviteDialog(props: {
  company?: number;
  /** The company that is chosen at first, where they may invite there. */
  looked?: number | undefined;
  team?: number;
  note?: ReactNode;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const who = useSelf();
  const companies = who.companies.filter((company) => mayDo(who, 'invites.create', company.id));
  const first = companies.find(({ id }) => id === props.looked) ?? companies[0];
  const [verdicts, setVerdicts] = useState<readonly Verdict[]>([]);
  const { form, element, bind, isSending, restSeconds } = useSentForm<Values, Verdict[]>({
    initial: {
      addresses: '',
      company: String(props.company ?? first?.id ?? ''),
      role: 'agent',
      team: props.team === undefined ? null : String(props.team),
    },
    validate: ({ addresses }): Record<string, string> => {
      const count = readAddresses(addresses).length;
      if (count === 0) return { addresses: t('errors.required') };
      return count > addressesPerInviteMax
        ? { addresses: t('invites.too_many', { count, max: addressesPerInviteMax }) }
        : {};
    },
    send: async ({ addresses, company, role, team }) => {
      const where = { company_id: Number(company), ...(team === null ? {} : { team_id: Number(team) }) };
      return (await call(createInvites, { people: readAddresses(addresses), role, ...where })).verdicts;
    },
    onSent: async (answered, values) => {
      const refused = answered.filter((one) => !isGood(one));
      form.setFieldValue('addresses', refused.map(({ email }) => asPasted(email, values.addresses)).join('\n'));
      setVerdicts(answered);
      for (const noun of ['invite', 'users', 'teams']) await client.invalidateQueries({ queryKey: [noun] });
      if (refused.length === 0) {
        toast({
          status: 'success',
          title: t('invites.sent'),
          text: t('invites.sent_text', { count: answered.length }),
        });
        // Left before, it may be open anew.
        if (element.current) props.onClose();
      } else if (
        refused.some(({ verdict }) => verdict === 'yourself') &&
        readAddresses(values.addresses).length === 1
      ) {
        toast({ status: 'error', title: t('invites.not_sent'), text: t('errors.cannot_invite_yourself') });
      }
    },
    onProblem: (error) => toastError(t('invites.not_sent'), error),
  });
  useStill(element, isSending);
  const companyId = Number(form.values.company);
  const level = who.roles.find((one) => one.company_id === companyId)?.level ?? 0;
  const roles = rolesToInviteAs(level, mayDo(who, 'users.update', companyId));
  // As many letters as can go out: what is no address, and one's own, is told about and gets none.
  const count = readAddresses(form.values.addresses).filter(
    ({ email }) => accountEmail.safeParse(email).success && email.toLowerCase() !== who.user.email?.toLowerCase(),
  ).length;
  return (
    <Dialog close={props.onClose} title={t('invites.title')} size={480}>
      <form {...bind} className={c.dialog}>
        <Textarea
          data-autofocus
          name="addresses"
          label={t('invites.addresses')}
          description={t('invites.addresses_help')}
          autosize
          minRows={3}
          maxRows={10}
          spellCheck={false}
          autoCapitalize="none"
          {...form.getInputProps('addresses')}
        />
        {companies.length > 1 && props.company === undefined && (
          <Select
            name="company"
            label={t('access.company')}
            allowDeselect={false}
            data={companies.map((one) => ({ value: String(one.id), label: one.company_name }))}
            {...form.getInputProps('company')}
            onChange={(company) => form.setValues({ company: company ?? '', role: 'agent', team: null })}
          />
        )}
        {roles.length > 1 && (
          <Select
            name="role"
            label={t('access.role')}
            description={t(`access.role_help.${form.values.role}`)}
            allowDeselect={false}
            data={roles.map((value) => ({ value, label: t(`access.roles.${value}`) }))}
            {...form.getInputProps('role')}
          />
        )}
        {props.team === undefined && (
          <OfferedSelect
            key={companyId}
            name="team"
            label={t('invites.team')}
            description={t('invites.team_help')}
            clearable
            to={toTeam}
            companyId={companyId}
            value={form.values.team === null ? null : Number(form.values.team)}
            onChange={(team) => form.setFieldValue('team', team === null ? null : String(team))}
            error={form.errors.team}
          />
        )}
        <VerdictList verdicts={verdicts} />
        {props.note}
        <div className={c.actions}>
          <Button variant="subtle" color="gray" onClick={props.onClose}>
            {t('common.cancel')}
          </Button>
          <SendButton loading={isSending} restSeconds={restSeconds}>
            {count > 1 ? t('invites.invite_many', { count }) : t('invites.invite')}
          </SendButton>
        </div>
      </form>
    </Dialog>
  );
}
