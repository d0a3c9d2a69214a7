import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { mayDo, useSelf } from '../api/self.ts';
import { Guarded } from '../features/access/guarded.tsx';
import { PeopleList, peopleSegment } from '../features/access/people-list.tsx';
import { EntityViews } from '../features/entity/entity-views.tsx';
import { InviteDialog } from '../features/invites/invite-dialog.tsx';
import styles from '../features/invites/invites.module.css';
import { PendingInvites } from '../features/invites/pending-invites.tsx';
import { Shell } from '../ui/shell.tsx';

/** `/users`: all, those who are invited, or those who were removed. */
export function UsersPage() {
  const hash = useLocation({ select: (location) => location.hash });
  const [isInviting, setInviting] = useState(false);
  return (
    <Shell section="administration" views={<EntityViews on="users" />}>
      <Guarded by="users.get">
        <PeopleList segment={peopleSegment(hash)} invited={<Invited />} invite={() => setInviting(true)} />
        {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      </Guarded>
    </Shell>
  );
}

function Invited() {
  const { t } = useTranslation();
  const who = useSelf();
  const companies = who.companies.filter((company) => mayDo(who, 'invites.get', company.id));
  return (
    <section className={styles.page} aria-label={t('invites.pending')}>
      {companies.map((company) => (
        <div key={company.id}>
          {companies.length > 1 && <h2>{company.company_name}</h2>}
          <PendingInvites where={{ company_id: company.id }} />
        </div>
      ))}
    </section>
  );
}
