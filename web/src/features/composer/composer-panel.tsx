import { ActionIcon, Button } from '@mantine/core';
import { IconAlertCircle, IconArrowBackUp, IconMessage2Code, IconPaperclip, IconTrash } from '@tabler/icons-react';
import { EditorContent } from '@tiptap/react';
import { type Ref, Suspense, useImperativeHandle, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Draft } from '#contract/drafts.ts';
import { lazyPart } from '../../api/fetch-part.ts';
import { beginWord } from '../../ui/editor/begin-word.ts';
import e from '../../ui/editor/editor.module.css';
import f from '../../ui/editor/format-bar.module.css';
import { FormatBar } from '../../ui/editor/format-bar.tsx';
import { focusEnd } from '../../ui/editor/rich-editor.ts';
import { Icon } from '../../ui/icon.tsx';
import { MentionMenu } from '../../ui/mentions/mention-menu.tsx';
import { Key } from '../../ui/small-parts.tsx';
import { Tip } from '../../ui/tip.tsx';
import { AttachmentList } from '../../ui/uploads/attachment-list.tsx';
import c from './composer.module.css';
import type { Restoring } from './in-trash.tsx';
import { OtherVersion } from './other-version.tsx';
import { Bar, PausedBar } from './paused-bar.tsx';
import { RecipientsChanged } from './recipients-changed.tsx';
import { RecipientsField } from './recipients-field.tsx';
import { RecipientsRefused } from './recipients-refused.tsx';
import { SavedLine } from './saved-line.tsx';
import { SendButtons, WithKey } from './send-buttons.tsx';
import { SenderField } from './sender-field.tsx';
import { SignatureLine } from './signature-line.tsx';
import { TemplateMenu } from './template-menu.tsx';
import type { ThreadLetter } from './use-seen-letters.ts';
import { useWritten } from './use-written.ts';
import { wrongOf } from './why-not-sent.ts';
import type { AskedReply, MessageKind, ReturnedLetter, WrittenLetter } from './written-letter.ts';

/** Chats alone have them, and most tickets are none. */
const quick = () => import('./quick-replies.tsx');
const QuickReplies = lazyPart(async () => ({ default: (await quick()).QuickReplies }));
const QuickRepliesButton = lazyPart(async () => ({ default: (await quick()).QuickRepliesButton }));

/** Hardly any ticket is without one. */
const NoMailbox = lazyPart(async () => ({ default: (await import('./no-mailbox.tsx')).NoMailboxOfTicket }));

/** Nor is it often in the trash. */
const InTrash = lazyPart(() => import('./in-trash.tsx'));

/** Hardly anybody comes so far. */
const LettersLeft = lazyPart(() => import('../../ui/editor/letters-left.tsx'));

export type PanelHandle = {
  focus: () => void;
  /** Puts a sign that opens a list before the caret, as if it were typed where a word begins. */
  begin: (sign: '/' | '@') => void;
  submit: (resolves: boolean) => void;
  addFiles: (files: File[], folders: string[]) => void;
  takeUp: (draft: Draft) => void;
  answer: (asked: AskedReply) => void;
  flush: () => Promise<void>;
};

type Props = {
  ref: Ref<PanelHandle>;
  kind: MessageKind;
  isShown: boolean;
  ticketId: number;
  customerId: number;
  userId: number;
  mayMove: boolean;
  inTrash: Restoring | null;
  returned: ReturnedLetter | null;
  letters: readonly ThreadLetter[];
  sentVersion: number;
  onFilled: (isFilled: boolean) => void;
  onSend: (letter: WrittenLetter) => void;
};

/** One tab of the composer. The other one keeps its text and its uploads while it is not shown. */
export function ComposerPanel({ ref, kind, isShown, customerId, ...props }: Props) {
  const { t } = useTranslation();
  const written = useWritten({ ...props, kind });
  const { editor, templates, uploads, refusal, submit } = written;
  const picker = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({
    focus: () => editor && focusEnd(editor),
    begin: (sign) => editor && beginWord(editor, sign),
    submit: (resolves) =>
      editor?.view.dom.closest('[data-composer]')?.contains(document.activeElement) &&
      submit(resolves ? { resolves } : {}),
    addFiles: uploads.add,
    takeUp: written.takeUp,
    answer: written.answer,
    flush: written.flush,
  }));
  return (
    <div
      role="tabpanel"
      id={`composer-panel-${kind}`}
      aria-labelledby={`composer-tab-${kind}`}
      className={c.panel}
      hidden={!isShown}
    >
      <SavedLine draft={written.draft} isFilled={written.isFilled} isTooLong={(written.left ?? 0) < 0} />
      {kind === 'reply' && written.canReply && !written.isChat && (
        <div className={c.fold}>
          {written.senders.length > 1 && (
            <SenderField senders={written.senders} value={written.sender} onChange={written.chooseFrom} />
          )}
          <RecipientsField
            key={written.round}
            recipients={written.recipients}
            leftovers={written.leftovers}
            refused={written.refused}
            onChange={written.setRecipients}
          />
          <RecipientsRefused refused={written.refused} recipients={written.recipients} />
          {written.changed && <RecipientsChanged {...written.changed} />}
        </div>
      )}
      {props.inTrash ? (
        <Suspense>
          <InTrash {...props.inTrash} />
        </Suspense>
      ) : (
        !written.canReply && (
          <p className={c.refusal}>
            <span>
              {t('composer.cannot_reply')}{' '}
              <Suspense>
                <NoMailbox id={props.ticketId} />
              </Suspense>
            </span>
          </p>
        )
      )}
      {editor && templates.isOpen && isShown && (
        <TemplateMenu id={`templates-${kind}`} editor={editor} templates={templates} />
      )}
      {editor && written.mentions.isOpen && isShown && (
        <MentionMenu id={`mentions-${kind}`} editor={editor} mentions={written.mentions} />
      )}
      {written.other && <OtherVersion {...written.other} />}
      {written.answering && (
        <Bar icon={IconArrowBackUp} look="calm">
          {t(written.answering.who ? 'writing.answering' : 'writing.answering_earlier', written.answering)}
          <Button size="compact-xs" variant="subtle" color="gray" onClick={written.answerLast}>
            {t('writing.answer_last')}
          </Button>
        </Bar>
      )}
      {written.paused && <PausedBar {...written.paused} />}
      <EditorContent editor={editor} className={e.write} />
      {editor && written.isChat && (
        <Suspense>
          <QuickReplies editor={editor} />
        </Suspense>
      )}
      {written.signature && (
        <SignatureLine html={written.signature} isOn={written.signs} turn={written.turnSignature} />
      )}
      <AttachmentList of={uploads} onGone={written.goOn} />
      {refusal && refusal !== 'cannot_reply' && (
        <p className={c.refusal} role="alert">
          <Icon of={IconAlertCircle} size={16} />
          {refusal === 'may_not_move'
            ? t('why_not.role')
            : t(`composer.${refusal}`, { names: wrongOf(written.leftovers).join(', ') })}
        </p>
      )}
      {written.left !== null && (
        <Suspense>
          <LettersLeft left={written.left} />
        </Suspense>
      )}
      <div className={c.tools}>
        {editor && <FormatBar editor={editor} />}
        <i className={`${c.rule} ${c.wide}`} />
        {templates.may && (
          <Tip
            label={
              <>
                {t('composer.templates.title')} <Key>/</Key>
              </>
            }
          >
            <ActionIcon
              size={28}
              className={f.format}
              aria-label={t('composer.templates.title')}
              aria-expanded={templates.isOpen}
              data-opens-templates
              onClick={() => (templates.isOpen ? templates.close() : templates.seek(''))}
            >
              <Icon of={IconMessage2Code} size={16} />
            </ActionIcon>
          </Tip>
        )}
        {editor && written.isChat && (
          <Suspense>
            <QuickRepliesButton editor={editor} />
          </Suspense>
        )}
        <Tip label={t('composer.attach')}>
          <ActionIcon
            size={28}
            className={f.format}
            aria-label={t('composer.attach')}
            onClick={() => {
              // Whether a file is chosen or not.
              written.goOn();
              picker.current?.click();
            }}
          >
            <Icon of={IconPaperclip} size={16} />
          </ActionIcon>
        </Tip>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          data-attach={kind}
          onChange={(event) => {
            uploads.add(event.currentTarget.files ?? []);
            event.currentTarget.value = '';
          }}
        />
        {written.isFilled && (
          <Tip label={t('composer.discard')}>
            <ActionIcon size={28} className={f.format} aria-label={t('composer.discard')} onClick={written.discard}>
              <Icon of={IconTrash} size={16} />
            </ActionIcon>
          </Tip>
        )}
        {kind === 'note' ? (
          <WithKey>
            <Button className={c.noteButton} onClick={() => submit({})}>
              {t('composer.add_note')}
            </Button>
          </WithKey>
        ) : (
          <SendButtons isOff={!written.canReply} mayMove={props.mayMove} whom={customerId} submit={submit} />
        )}
      </div>
    </div>
  );
}
