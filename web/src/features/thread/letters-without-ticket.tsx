import { Button } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelf } from '../../api/self.ts';
import { confirm } from '../../ui/confirm.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { toast } from '../../ui/toast.tsx';
import c from './letters-without-ticket.module.css';
import type { Outgoing } from './outgoing.ts';
import { useOutgoing } from './use-outgoing.ts';

/** What was refused to a ticket that cannot be opened any more: this browser alone has it, until its writer has taken what they need. */
export default function LettersWithoutTicket({ ticketId }: { ticketId: number }) {
  const { user } = useSelf();
  const { outgoing, takeBack } = useOutgoing(user.id, ticketId);
  const refused = outgoing.filter(({ state }) => state.is === 'refused');
  if (refused.length === 0) return null;
  return (
    <div className={c.letters}>
      {refused.map((one) => (
        <LetterToTake key={one.client_id} of={one} drop={() => takeBack(one.client_id)} />
      ))}
    </div>
  );
}

function LetterToTake({ of, drop }: { of: Outgoing; drop: () => void }) {
  const { t } = useTranslation();
  const words = useRef<HTMLDivElement>(null);
  const copy = () =>
    // biome-ignore lint/performance/useDomNodeTextContent: with the lines as they stand on the screen.
    copyText(words.current?.innerText ?? '').then(
      () => toast({ status: 'success', title: t('common.copied') }),
      () => toast({ status: 'error', title: t('common.not_copied') }),
    );
  const discard = async () => {
    const isMeant = await confirm({
      title: t('writing.without_ticket.discard_title'),
      text: t('writing.without_ticket.discard_text'),
      action: t('writing.without_ticket.discard'),
      danger: true,
    });
    if (isMeant) drop();
  };
  return (
    <article className={c.letter}>
      <b>{t('thread.outgoing.not_sent')}</b>
      <div ref={words}>
        <RichText html={of.body_html} />
      </div>
      {of.attachments.length > 0 && <p>{of.attachments.map(({ name }) => name).join(', ')}</p>}
      <Button.Group>
        <Button size="xs" variant="default" onClick={() => void copy()}>
          {t('writing.without_ticket.copy')}
        </Button>
        <Button size="xs" variant="default" onClick={() => void discard()}>
          {t('writing.without_ticket.discard')}
        </Button>
      </Button.Group>
    </article>
  );
}
