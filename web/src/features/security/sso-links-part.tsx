import { Anchor, Button } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type SsoLink, ssoLinks, ssoUnlink, usualSsoName } from '#contract/single-sign-on.ts';
import { call, callQuery } from '../../api/call.ts';
import { confirm } from '../../ui/confirm.tsx';
import { DayTime } from '../../ui/day-time.tsx';
import { DeviceList } from '../../ui/device-row.tsx';
import { FormPart } from '../../ui/form-page.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ssoName } from '../../ui/sso-name.ts';
import { toast, toastError } from '../../ui/toast.tsx';

/** The providers that one can sign in through; each link can be undone but the last way in. */
export function SsoLinksPart() {
  const { t } = useTranslation();
  const { data } = useQuery(callQuery(ssoLinks, {}));
  if (!data || data.links.length === 0) return null;
  return (
    <FormPart title={t('security.sso')} lead={t('security.sso_lead')}>
      <DeviceList label={t('security.sso')}>
        {data.links.map((link) => (
          <LinkRow key={link.id} link={link} />
        ))}
      </DeviceList>
    </FormPart>
  );
}

function LinkRow({ link }: { link: SsoLink }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { id, email } = link;
  const name = ssoName(link.name, t);
  const undo = useMutation({
    mutationFn: async () => {
      const isSure = await confirm({
        title: t('security.sso_undo_title', { name }),
        text: t('security.sso_undo_text', { name }),
        action: t('security.sso_undo'),
      });
      return isSure ? call(ssoUnlink, { id }) : null;
    },
    onSuccess: (done) => {
      if (done) toast({ status: 'success', title: t('security.sso_undone', { name }) });
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['sso', ssoLinks.path] }),
    onError: (error) => toastError(t('security.sso_not_undone'), error),
  });
  return (
    <li>
      <Icon of={IconKey} size={20} />
      <span>
        <b>{link.name === usualSsoName ? t('security.sso') : name}</b>
        <small>
          {email} · {t('security.last_used')} <DayTime at={link.last_used} isWithin />
          {link.is_last_way_in && (
            <>
              {' · '}
              {t('security.sso_last')}{' '}
              <Anchor inherit underline="always" renderRoot={(props) => <Link to="/password" {...props} />}>
                {t('security.sso_choose_password')}
              </Anchor>
            </>
          )}
        </small>
      </span>
      <Button
        size="xs"
        variant="default"
        disabled={link.is_last_way_in}
        loading={undo.isPending}
        aria-label={t('security.sso_undo_title', { name })}
        onClick={() => undo.mutate()}
      >
        {t('security.sso_undo')}
      </Button>
    </li>
  );
}
