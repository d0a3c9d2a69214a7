import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useSelf } from '../api/self.ts';
import { ProfileForm } from '../features/profile/profile-form.tsx';
import { AccountViews } from '../ui/account-views.tsx';
import { FormPart } from '../ui/form-page.tsx';
import { Shell } from '../ui/shell.tsx';

/** `/profile`. */
export function ProfilePage() {
  return (
    <Shell section="account" views={<AccountViews on="profile" />}>
      <ProfileForm access={<Access />} />
    </Shell>
  );
}

/** By what the person signs in. */
function Access() {
  const { t } = useTranslation();
  const { user } = useSelf();
  return (
    <FormPart title={t('profile.access')} lead={t('profile.access_lead')}>
      <p style={{ overflowWrap: 'anywhere' }}>{user.email ?? user.email_confirmation}</p>
      <p>
        <Anchor fz={13} renderRoot={(props) => <Link to="/password" data-thumb {...props} />}>
          {t('recovery.change_both')}
        </Anchor>
      </p>
    </FormPart>
  );
}
