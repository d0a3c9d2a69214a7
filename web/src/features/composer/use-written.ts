import type { Editor } from '@tiptap/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Draft as ServerDraft } from '#contract/drafts.ts';
import { messageLettersMax } from '#contract/ticket-writing.ts';
import { lettersLeft } from '../../ui/editor/letters-count.ts';
import { focusAgain, focusEnd, useRichEditor } from '../../ui/editor/rich-editor.ts';
import { useMentions } from '../../ui/mentions/use-mentions.ts';
import { toastUndo } from '../../ui/toast.tsx';
import { useUploads } from '../../ui/uploads/use-uploads.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts';
import type { Restoring } from './in-trash.tsx';
import { joinDrafts } from './join-drafts.ts';
import type { Leftovers, Recipients } from './recipients-field.tsx';
import { useChangedFiles } from './use-changed-files.ts';
import { contentOf, type DraftContent, useDraft } from './use-draft.ts';
import { useReturned } from './use-returned.ts';
import { type ThreadLetter, useSeenLetters } from './use-seen-letters.ts';
import { useSignature } from './use-signature.ts';
import { useTemplates } from './use-templates.ts';
import { useToWhom } from './use-to-whom.ts';
import { type Refusal, whyNotSent } from './why-not-sent.ts';
import type { AskedReply, HowToSend, MessageKind, ReturnedLetter, WrittenLetter } from './written-letter.ts';

type Props = {
  kind: MessageKind;
  ticketId: number;
  userId: number;
  mayMove: boolean;
  inTrash: Restoring | null;
  returned: ReturnedLetter | null;
  /** The thread as it stands on the screen. */
  letters: readonly ThreadLetter[];
  /** The version of the draft that is on its way as a message; 0 when none is. */
  sentVersion: number;
  onFilled: (isFilled: boolean) => void;
  onSend: (letter: WrittenLetter) => void;
};

/** A message being written: its text, recipients and files, its draft, and how it is sent. */
export function useWritten(props: Props) {
  const { kind, ticketId, userId, mayMove, inTrash, returned, letters, sentVersion, onFilled, onSend } = props;
  const { t } = useTranslation();
  const html = useRef('');
  const read = () => {
    const isEmpty = html.current === '' && uploads.files.length === 0 && whom.chosen === null;
    const templates = [...used.current];
    const { chosen: recipients, from, answers } = whom;
    const written = { html: html.current, recipients, attachments: uploads.files, templates, from, answers };
    return isEmpty ? null : { ...written, mentions: mentions.named(), signs, seen: kind === 'reply' ? seen.to : null };
  };
  /** Puts in what was written elsewhere, or was taken back. */
  const put = (content: DraftContent | null) => {
    // A draft may end in the middle of a sentence, with the space before its next word.
    const parseOptions = { preserveWhitespace: true } as const;
    editor?.commands.setContent(content?.html ?? '', { emitUpdate: false, parseOptions });
    html.current = content?.html ?? '';
    noteLetters();
    uploads.exchange(content?.attachments ?? []);
    knowFiles(content?.attachments ?? []);
    used.current = new Set(content?.templates);
    mentions.reset(content?.mentions ?? []);
    whom.put(content?.recipients ?? null, content?.from ?? null, content?.answers ?? null);
    turnSignature(content?.signs !== false);
    seen.beganAt(content?.seen ?? null);
    refuse(null);
  };
  const draft = useDraft({ user: userId, ticket: ticketId, kind }, read, put, sentVersion);
  const used = useRef(new Set(draft.initial?.templates));
  const uploads = useUploads(draft.initial?.attachments ?? []);
  const guard = useUnsavedGuard(uploads.hasUnsaved, { staysOverParts: true });
  const whom = useToWhom({ kind, ticketId, isInTrash: inTrash !== null, initial: draft.initial, letters });
  const { recipients, isChat } = whom;
  /** Counts the messages written here, so that the next one starts afresh. */
  const [round, startRound] = useState(0);
  const [soon, sendSoon] = useState<HowToSend | null>(null);
  const [refusal, refuse] = useState<Refusal | null>(null);
  const signature = useSignature(ticketId, kind === 'reply' && !isChat);
  const [signs, turnSignature] = useState(draft.initial?.signs !== false);
  const [isEmpty, setEmpty] = useState(!draft.initial?.html);
  /** How much more the message holds, as far as anybody need know. */
  const [left, setLeft] = useState<number | null>(null);
  const lettersMax = messageLettersMax[isChat ? 'chat' : kind === 'note' ? 'note' : 'mail'];
  const countLetters = () => html.current.length + (signs ? signature.length : 0);
  const noteLetters = () => {
    setEmpty(html.current === '');
    setLeft(html.current === '' ? null : lettersLeft(countLetters(), lettersMax));
  };

  const templates = useTemplates({
    ticketId,
    onInserted: (id, files) => {
      used.current.add(id);
      uploads.put(files);
      draft.touch();
    },
    onFailed: () => sendSoon(null),
  });
  const mentions = useMentions({
    place: { ticket_id: ticketId },
    isOn: kind === 'note',
    initial: draft.initial?.mentions ?? [],
  });
  const seen = useSeenLetters(letters, userId, isEmpty && uploads.uploads.length === 0, draft.initial?.seen ?? null);
  const editor = useRichEditor({
    html: draft.initial?.html ?? '',
    label: t(kind === 'note' ? 'composer.note' : 'composer.reply'),
    placeholder: t(kind === 'note' ? 'composer.write_note' : 'composer.write_reply'),
    onChange: (of) => {
      html.current = textOf(of);
      noteLetters();
      refuse(null);
      // It is not what was to be sent.
      if (templates.isSought()) sendSoon(null);
      draft.touch();
    },
    onFiles: uploads.add,
    onKey: (of, event) => mentions.onKey(of, event) || templates.onKey(of, event),
    onCaret: (of) => {
      templates.follow(of);
      mentions.follow(of);
    },
    onSubmit: (resolves) => submit(resolves ? { resolves } : {}),
  });
  if (editor && html.current === '' && draft.initial?.html && !isEmpty) html.current = draft.initial.html;

  const countAgain = useEffectEvent(() => html.current !== '' && noteLetters());
  // biome-ignore lint/correctness/useExhaustiveDependencies: it holds less, or more goes with it.
  useEffect(() => void countAgain(), [lettersMax, signature, signs]);
  const knowFiles = useChangedFiles(uploads.files, draft.touch);
  const isFilled = !isEmpty || uploads.uploads.length > 0;
  const tellFilled = useEffectEvent(onFilled);
  useEffect(() => {
    tellFilled(isFilled);
  }, [isFilled]);
  const keepIfWritten = () => {
    if (isFilled) draft.touch();
  };
  const comeBack = (content: DraftContent, since = read()) => {
    put(joinDrafts(content, since));
    draft.touch();
  };
  const goOn = () => focusAgain(editor);
  const latest = useLatest({ comeBack, goOn });
  useReturned(returned, editor, (letter) => {
    const content = {
      html: letter.body_html,
      attachments: [...letter.attachments],
      recipients: kind === 'reply' ? { to: [...letter.to], cc: [...letter.cc], bcc: [...letter.bcc] } : null,
      // From the mailbox's own address, unless told; whatever is suggested.
      from: letter.from ?? whom.senders[0]?.address ?? null,
      answers: letter.in_reply_to ?? null,
      templates: [...(letter.template_ids ?? [])],
      mentions: [...(letter.mentions ?? [])],
      // It ends as it ended then.
      signs: false,
    };
    // On a page that was loaded anew its draft has come back by itself, since it is on its way no more. What was written
    // after it is something else, though its draft could not be kept since.
    const here = read();
    const isItsDraft =
      letter.draft_version === draft.version() && (here === null || letter.body_html.startsWith(here.html));
    comeBack(content, letter.draft_version && isItsDraft ? null : here);
    draft.continues(letter.draft_version ?? 0);
    if (letter.seen_to !== undefined && letter.seen_to !== null) seen.goBackTo(letter.seen_to);
  });

  const empty = () => {
    editor?.commands.clearContent(false);
    html.current = '';
    noteLetters();
    uploads.reset([]);
    knowFiles([]);
    used.current.clear();
    whom.put(null, null, null);
    turnSignature(true);
    startRound((old) => old + 1);
    sendSoon(null);
    refuse(null);
    mentions.reset([]);
  };
  const clear = () => {
    empty();
    draft.drop();
  };
  /** Thrown away, and taken back as long as the toast is there. */
  const discard = () => {
    const before = read();
    clear();
    goOn();
    toastUndo(t('composer.discarded'), () => {
      if (before) latest.current.comeBack(before);
      latest.current.goOn();
    });
  };
  const isComing = () => (kind === 'reply' && whom.isPending) || templates.isComing();
  const submit = (how: HowToSend) => {
    // Who is quicker than the suggested recipients, or a template, sends as soon as they are there.
    if (isComing()) return sendSoon(how);
    sendSoon(null);
    const wrong = whyNotSent({
      ...{ kind, recipients, html: html.current, text: editor?.getText() ?? '' },
      ...{ isBeyondRole: (how.resolves === true || how.snooze !== undefined) && !mayMove },
      ...{ files: uploads.files.length, isUploading: uploads.isUploading, whom, left: lettersMax - countLetters() },
    });
    if (wrong) return refuse(wrong);
    if (kind === 'reply' && !how.isSeen && seen.fresh().length > 0) return seen.pause(how);
    // It goes without those that failed, and may lead to another page.
    guard.letGo();
    onSend({
      ...recipients,
      kind,
      body_html: signs ? html.current + signature : html.current,
      attachments: uploads.files,
      from: whom.fromOther,
      in_reply_to: whom.inReplyTo,
      resolves: how.resolves === true && kind === 'reply',
      snooze: how.snooze ?? null,
      send_at: how.sendAt ?? null,
      seen_to: kind === 'reply' ? (how.isSeen ? seen.newest : seen.to) : null,
      mentions: kind === 'note' ? mentions.named() : [],
      draft_version: draft.version() || null,
      template_ids: kind === 'reply' ? [...used.current] : [],
    });
    empty();
    draft.sent();
    if (editor) focusEnd(editor);
  };
  const isStillComing = isComing();
  const submitNow = useEffectEvent(submit);
  useEffect(() => {
    if (soon && !isStillComing) submitNow(soon);
  }, [soon, isStillComing]);
  return {
    editor,
    templates,
    uploads,
    recipients,
    senders: whom.senders,
    sender: whom.sender,
    chooseFrom: (address: string) => {
      whom.chooseFrom(address);
      draft.touch();
    },
    leftovers: whom.leftovers,
    refused: whom.refused,
    changed: whom.changed && {
      ...whom.changed,
      takeBack: () => {
        whom.suggestAgain();
        startRound((old) => old + 1);
        draft.touch();
        goOn();
      },
    },
    mentions,
    /** What was written on the ticket since this was begun: it stopped the sending. */
    paused: seen.paused && {
      letters: seen.paused.letters,
      sendAnyway: () => submit({ ...seen.paused?.how, isSeen: true }),
      review: () => {
        seen.review();
        draft.touch();
      },
    },
    other: draft.other && {
      take: () => {
        const was = read();
        put(draft.other);
        draft.setOther(was);
        draft.touch();
        goOn();
      },
      dismiss: () => {
        draft.setOther(null);
        goOn();
      },
    },
    /** Shows what the server has made of a letter that was taken back, or of a colleague's draft. */
    takeUp: (taken: ServerDraft) => {
      put(contentOf(taken));
      draft.taken(taken);
      if (editor) focusEnd(editor);
    },
    flush: draft.flush,
    answering: whom.answering,
    /** Goes to whom that letter came from, or takes its words over. */
    answer: (asked: AskedReply) => {
      if (asked.quote === null) {
        whom.answer(asked.id);
        keepIfWritten();
      } else editor?.chain().focus('end').insertContent(asked.quote).run();
      if (editor) focusEnd(editor);
    },
    answerLast: () => {
      whom.answerLast();
      keepIfWritten();
      goOn();
    },
    setRecipients: (next: Recipients, wrong: Leftovers) => {
      whom.setRecipients(next, wrong);
      refuse(null);
      draft.touch();
    },
    /** What goes below a reply; empty when the person has none, or this is a note. */
    signature,
    signs,
    turnSignature: (isOn: boolean) => {
      turnSignature(isOn);
      draft.touch();
      goOn();
    },
    draft: draft.state,
    left,
    refusal,
    round,
    isFilled,
    canReply: whom.canReply,
    isChat,
    submit,
    discard,
    goOn,
  };
}

/** Nothing but blanks is nothing. */
const textOf = (editor: Editor) => (editor.getText().trim() === '' ? '' : editor.getHTML());
