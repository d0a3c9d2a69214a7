import { useTranslation } from 'react-i18next';
import { authorName } from './author-name.ts';
import c from './history-dialog.module.css';
import type { Message } from './message.ts';

/** What it was and what it became, of a line that keeps what it was; older ones keep nothing. */
export function OldAndNew({ message: { event, author } }: { message: Message }) {
  const { t } = useTranslation();
  const { was, name, team, label } = event?.values ?? {};
  if (typeof was !== 'string') return null;
  const known = [name, team, label].filter((one) => typeof one === 'string').join(', ');
  const is = event?.key === 'took' ? authorName({ author }) : known;
  return (
    <small className={c.change}>
      {was} → {is || t('thread.history.nothing')}
    </small>
  );
}
