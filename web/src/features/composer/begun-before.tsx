import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { myNewLetters } from '#contract/new-letters.ts';
import { callQuery } from '../../api/call.ts';
import { dayTimeWithin } from '../../i18n/time.ts';
import c from './compose.module.css';

type Props = {
  /** Drafts of the letter that is being written here. */
  not: readonly (string | undefined)[];
  onGoOn: (clientId: string) => void;
  /** To all drafts. */
  onLeave: () => void;
};

/** Who begins a letter may have meant to go on with the one they left: the newest is offered, the others are named. */
export function BegunBefore({ not, onGoOn, onLeave }: Props) {
  const { t } = useTranslation();
  const { data } = useQuery(callQuery(myNewLetters, {}));
  const [newest, ...others] =
    data?.letters.filter((one) => one.state === 'draft' && !not.includes(one.client_id)) ?? [];
  if (!newest) return null;
  const [to] = newest.to;
  return (
    <section className={c.before} aria-label={t('compose.before.title')}>
      <span>
        <b>{newest.subject || t('compose.drafts.no_subject')}</b>
        <small>
          {[to && (to.name || to.address), t('compose.before.at', { time: dayTimeWithin(newest.updated) })]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <Button size="xs" variant="default" onClick={() => onGoOn(newest.client_id)}>
        {t('compose.before.go_on')}
      </Button>
      {others.length > 0 && (
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          renderRoot={(props) => <Link to="/tickets" search={{ view: 'drafts' }} {...props} onClick={onLeave} />}
        >
          {t('compose.before.others', { count: others.length })}
        </Button>
      )}
    </section>
  );
}
