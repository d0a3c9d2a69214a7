import { ActionIcon, Button, Menu, Textarea } from '@mantine/core';
import { IconDots, IconPinFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { customerNoteLengthMax } from '#contract/customers.ts';
import { dayTimeWithin } from '../../i18n/time.ts';
import { Icon } from '../../ui/icon.tsx';
import { MenuLater } from '../../ui/menu-later.tsx';
import c from './customer.module.css';
import type { CustomerCard } from './customer-queries.ts';
import type { CustomerActions } from './use-customer-actions.ts';

type Note = CustomerCard['notes'][number];

/** What the team should know of somebody, the pinned ones first. */
export function CustomerNotes(props: { notes: readonly Note[]; mayChange: boolean; does: CustomerActions }) {
  const { notes, mayChange, does } = props;
  const { t } = useTranslation();
  const [editing, edit] = useState<number | 'new' | null>(null);
  return (
    <section className={c.part} aria-label={t('customer_page.notes.title')}>
      <h2>{t('customer_page.notes.title')}</h2>
      <ul className={c.notes}>
        {notes.map((note) =>
          editing === note.id ? (
            <li key={note.id}>
              <Writing start={note.body} save={(body) => does.changeNote(note.id, { body })} close={() => edit(null)} />
            </li>
          ) : (
            <li key={note.id}>
              <p>{note.body}</p>
              <small>
                {note.is_pinned === 1 && <Icon of={IconPinFilled} size={12} />}
                {t('customer_page.notes.by', {
                  who: note.author ?? t('customer_page.someone'),
                  when: dayTimeWithin(note.added),
                })}
              </small>
              {mayChange && (
                <MenuLater
                  position="bottom-end"
                  button={
                    <ActionIcon size={28} variant="subtle" color="gray" aria-label={t('customer_page.notes.menu')}>
                      <Icon of={IconDots} size={16} />
                    </ActionIcon>
                  }
                >
                  {() => (
                    <>
                      <Menu.Item onClick={() => void does.changeNote(note.id, { is_pinned: note.is_pinned ? 0 : 1 })}>
                        {t(note.is_pinned ? 'customer_page.notes.unpin' : 'customer_page.notes.pin')}
                      </Menu.Item>
                      <Menu.Item onClick={() => edit(note.id)}>{t('customer_page.notes.change')}</Menu.Item>
                      <Menu.Item color="var(--p-danger)" onClick={() => void does.removeNote(note.id)}>
                        {t('customer_page.notes.remove')}
                      </Menu.Item>
                    </>
                  )}
                </MenuLater>
              )}
            </li>
          ),
        )}
      </ul>
      {mayChange &&
        (editing === 'new' ? (
          <Writing start="" save={(body, clientId) => does.note(clientId, body)} close={() => edit(null)} />
        ) : (
          <Button size="xs" variant="subtle" color="gray" onClick={() => edit('new')}>
            {t('customer_page.notes.add')}
          </Button>
        ))}
    </section>
  );
}

function Writing(props: {
  start: string;
  save: (body: string, clientId: string) => Promise<boolean>;
  close: () => void;
}) {
  const { t } = useTranslation();
  const [body, write] = useState(props.start);
  const [clientId] = useState(() => crypto.randomUUID());
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    if (body.trim() === '' || isSaving) return;
    setSaving(true);
    const isSaved = await props.save(body, clientId);
    setSaving(false);
    if (isSaved) props.close();
  };
  return (
    <div className={c.adding}>
      <Textarea
        autoFocus
        autosize
        minRows={2}
        maxRows={10}
        aria-label={t('customer_page.notes.text')}
        maxLength={customerNoteLengthMax}
        value={body}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && body === props.start) props.close();
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void save();
        }}
      />
      <div className={c.buttons}>
        <Button size="xs" loading={isSaving} disabled={body.trim() === ''} onClick={() => void save()}>
          {t('customer_page.notes.save')}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={props.close}>
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  );
}
