import { Button, Group, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteNote, editNote, noteHistory, noteReasonLettersMax } from '#contract/notes.ts';
import { call, callQuery } from '../../api/call.ts';
import { errorText } from '../../i18n/problem-text.ts';
import { formatDayTime } from '../../i18n/time.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { beginWord } from '../../ui/editor/begin-word.ts';
import { RichField } from '../../ui/editor/rich-field.tsx';
import { nameOf } from '../../ui/keys.ts';
import { MentionMenu } from '../../ui/mentions/mention-menu.tsx';
import { useMentions } from '../../ui/mentions/use-mentions.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { toastError } from '../../ui/toast.tsx';
import { useStill } from '../../ui/use-still.ts';
import type { Message } from './message.ts';
import c from './note-dialogs.module.css';

export type NoteDialog = 'edit' | 'delete' | 'history';

/** What becomes of a note after it was written. */
export default function NoteDialogs(props: { note: Message; which: NoteDialog; close: () => void }) {
  const { t } = useTranslation();
  const { note, which, close } = props;
  return (
    <Dialog
      centered={false}
      close={close}
      closeOnEscape={which !== 'edit'}
      size={which === 'delete' ? 440 : 640}
      title={t(`side.notes.${which}`)}
    >
      {which === 'edit' && <Edit note={note} close={close} />}
      {which === 'delete' && <Delete note={note} close={close} />}
      {which === 'history' && <History note={note} />}
    </Dialog>
  );
}

function useMessagesAnew() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['messages'] });
}

function Edit({ note, close }: { note: Message; close: () => void }) {
  const { t } = useTranslation();
  const refetch = useMessagesAnew();
  const [html, setHtml] = useState(note.body_html ?? '');
  // Whom it called before stays called.
  const mentions = useMentions({ place: { ticket_id: note.ticket_id }, isOn: true, initial: [] });
  // As it stood when this was opened: what comes from elsewhere meanwhile is not written over.
  const [edits] = useState(note.edits);
  const [error, setError] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useStill(form, isSaving);
  const save = async (event?: FormEvent) => {
    event?.preventDefault();
    if (isSaving) return;
    setSaving(true);
    try {
      const called = mentions.named().map(({ kind, id }) => ({ kind, id }));
      await call(editNote, { message_id: note.id, body_html: html, mentions: called, edits });
      await refetch();
      // Left before, it may be open anew.
      if (form.current) close();
    } catch (problem) {
      setSaving(false);
      setError(errorText(problem));
    }
  };
  return (
    <form ref={form} className={c.edit} onSubmit={(event) => void save(event)}>
      <RichField
        name="body_html"
        label={t('thread.note')}
        isLabelHidden
        value={html}
        error={error}
        onChange={setHtml}
        onSubmit={() => void save()}
        list={{
          onKey: (editor, event) => {
            // As in the composer, for layouts that have no key for this sign.
            const isAsked = nameOf(event) === 'Mod+Shift+Digit2';
            if (isAsked) beginWord(editor, '@');
            return isAsked || mentions.onKey(editor, event);
          },
          onCaret: mentions.follow,
          draw: (editor) => mentions.isOpen && <MentionMenu id="mentions-edited" editor={editor} mentions={mentions} />,
        }}
      />
      <Group justify="flex-end" mt="md">
        <Button variant="subtle" color="gray" onClick={close}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={isSaving}>
          {t('side.notes.save')}
        </Button>
      </Group>
    </form>
  );
}

function Delete({ note, close }: { note: Message; close: () => void }) {
  const { t } = useTranslation();
  const refetch = useMessagesAnew();
  const [reason, setReason] = useState('');
  const [isWrong, setWrong] = useState(false);
  const [isGoing, setGoing] = useState(false);
  const remove = async (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === '') return setWrong(true);
    setGoing(true);
    try {
      await call(deleteNote, { message_id: note.id, reason: reason.trim() });
      await refetch();
      close();
    } catch (error) {
      setGoing(false);
      toastError(t('side.notes.not_deleted'), error);
    }
  };
  return (
    <form onSubmit={(event) => void remove(event)} noValidate>
      <p className={c.text}>{t('side.notes.delete_text')}</p>
      <TextInput
        label={t('side.notes.reason')}
        autoFocus
        data-autofocus
        value={reason}
        maxLength={noteReasonLettersMax}
        error={isWrong && reason.trim() === '' ? t('errors.required') : null}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group justify="flex-end" mt="md">
        <Button variant="subtle" color="gray" onClick={close}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" color="var(--p-danger)" loading={isGoing}>
          {t('side.notes.delete')}
        </Button>
      </Group>
    </form>
  );
}

function History({ note }: { note: Message }) {
  const { data } = useQuery(callQuery(noteHistory, { message_id: note.id }));
  return (
    <ol className={c.versions}>
      {data?.versions.map((one, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have been written in one second, and their order is fixed.
        <li key={at}>
          <small>{formatDayTime(one.written_at)}</small>
          <RichText html={one.body_html ?? ''} />
        </li>
      ))}
    </ol>
  );
}
