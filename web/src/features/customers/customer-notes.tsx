import { ActionIcon, Button, Menu, Textarea } from '@mantine/core';
import { IconDots, IconPinFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { customerNoteLengthMax, noteOnCustomer } from '#contract/customers.ts';
import { dayTimeWithin } from '../../i18n/time.ts';
import { BothSides } from '../../ui/both-sides.tsx';
import { problemsOf } from '../../ui/form-problems.ts';
import { Icon } from '../../ui/icon.tsx';
import { MenuLater } from '../../ui/menu-later.tsx';
import { SendButton } from '../../ui/send-button.tsx';
import { toastError } from '../../ui/toast.tsx';
import { useSavedForm } from '../../ui/use-saved-form.ts';
import { useStill } from '../../ui/use-still.ts';
import c from './customer.module.css';
import type { CustomerCard } from './customer-queries.ts';
import type { CustomerActions } from './use-customer-actions.ts';

type Note = CustomerCard['notes'][number];

/** What the team should know of somebody, the pinned ones first. */
export function CustomerNotes(props: { notes: readonly Note[]; mayChange: boolean; does: CustomerActions }) {
  const { notes, mayChange, does } = props;
  const { t } = useTranslation();
  const [editing, edit] = useState<Note | 'new' | null>(null);
  const changed = editing === 'new' ? null : editing;
  const present = notes.find((note) => note.id === changed?.id);
  if (present && present !== changed) edit(present);
  // Where it is removed while somebody changes it, their words stay.
  const isGone = changed !== null && !present;
  const shown = isGone ? [changed, ...notes] : notes;
  return (
    <section className={c.part} aria-label={t('customer_page.notes.title')}>
      <h2>{t('customer_page.notes.title')}</h2>
      <ul className={c.notes}>
        {shown.map((note) =>
          note.id === changed?.id ? (
            <li key={note.id}>
              <Writing
                saved={note.body}
                isGone={isGone}
                save={(body) => (isGone ? does.note(body) : does.changeNote(note.id, body, note.body))}
                close={() => edit(null)}
              />
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
                      <Menu.Item onClick={() => void does.pinNote(note.id, note.is_pinned ? 0 : 1)}>
                        {t(note.is_pinned ? 'customer_page.notes.unpin' : 'customer_page.notes.pin')}
                      </Menu.Item>
                      <Menu.Item onClick={() => edit(note)}>{t('customer_page.notes.change')}</Menu.Item>
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
          <Writing saved="" save={(body) => does.note(body)} close={() => edit(null)} />
        ) : (
          <Button size="xs" variant="subtle" color="gray" onClick={() => edit('new')}>
            {t('customer_page.notes.add')}
          </Button>
        ))}
    </section>
  );
}

/** `saved`: what it says by now; what a colleague made of it meanwhile is neither written over nor lost. */
function Writing(props: { saved: string; isGone?: boolean; save: (body: string) => Promise<void>; close: () => void }) {
  const { close } = props;
  const { t } = useTranslation();
  const saved = useSavedForm<{ body: string }, void>({
    saved: { body: props.saved },
    validate: ({ body }) => problemsOf(noteOnCustomer.data.pick({ body: true }), { body: body.trim() }),
    save: ({ body }) => props.save(body),
    onSaved: () => {
      // By then somebody may have left it for another one, which stays.
      if (saved.element.current) close();
    },
    onProblem: (error) => toastError(t('customer_page.failed'), error),
    staysOverParts: true,
    mustChoose: !props.isGone,
  });
  useStill(saved.element, saved.isSaving);
  const label = t('customer_page.notes.text');
  const { body } = saved.form.values;
  return (
    <form {...saved.bind} className={c.adding}>
      {saved.isOutdated && !props.isGone && (
        <BothSides of={saved} words={{ label: () => label, show: (_, value) => String(value) }} />
      )}
      {props.isGone && (
        <p className={c.quiet} role="alert">
          {t('customer_page.notes.gone')}
        </p>
      )}
      <Textarea
        autoFocus
        autosize
        minRows={2}
        maxRows={10}
        name="body"
        aria-label={label}
        maxLength={customerNoteLengthMax}
        {...saved.form.getInputProps('body')}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && saved.unsaved === 0) close();
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) saved.submit();
        }}
      />
      <div className={c.buttons}>
        <SendButton
          size="xs"
          loading={saved.isSaving}
          restSeconds={saved.restSeconds}
          {...(body.trim() === '' && { disabled: true })}
        >
          {t('customer_page.notes.save')}
        </SendButton>
        <Button size="xs" variant="subtle" color="gray" onClick={close}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
