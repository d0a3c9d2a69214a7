import { UnstyledButton } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { Draft } from '#contract/drafts.ts';
import { Icon } from '../../ui/icon.tsx';
import { useKeys } from '../../ui/keys.ts';
import c from './composer.module.css';
import { ComposerPanel, type PanelHandle } from './composer-panel.tsx';
import { readDraft } from './draft-store.ts';
import type { Restoring } from './in-trash.tsx';
import { useFileDrop } from './use-file-drop.ts';
import type { ThreadLetter } from './use-seen-letters.ts';
import type { AskedReply, MessageKind, ReturnedLetter, WrittenLetter } from './written-letter.ts';

const kinds = ['reply', 'note'] as const satisfies readonly MessageKind[];

type Props = {
  ticketId: number;
  customerId: number;
  userId: number;
  /** Whether their role lets them resolve the ticket with it, or put it off. */
  mayMove: boolean;
  /** The ticket is in the trash, and whether they may take it out. */
  inTrash: Restoring | null;
  /** A letter that was refused and comes back to be changed. */
  returned: ReturnedLetter | null;
  /** What the server gave back to be written on: a letter that was taken back, or a colleague's draft. */
  taken: Draft | null;
  /** The thread as it stands on the screen. */
  letters: readonly ThreadLetter[];
  /** Versions of the drafts that are on their way as messages. */
  sentVersions: Readonly<Record<MessageKind, number>>;
  /** A letter that somebody wants to answer, or to quote. */
  asked: AskedReply | null;
  /** Where somebody is in the middle of writing: they go on there. */
  goesOn: MessageKind | null;
  onSend: (letter: WrittenLetter) => void;
};

/** Where an answer or a note is written. Its ground turns yellow for a note, so that nobody mails one. */
export function Composer(props: Props) {
  const {
    ticketId,
    customerId,
    userId,
    mayMove,
    inTrash,
    returned,
    taken,
    letters,
    sentVersions,
    asked,
    goesOn,
    onSend,
  } = props;
  const { t } = useTranslation();
  const panels = useRef<Record<MessageKind, PanelHandle | null>>({ reply: null, note: null });
  const hasDraft = (kind: MessageKind) => readDraft({ user: userId, ticket: ticketId, kind }) !== null;
  const [kind, setKind] = useState<MessageKind>(
    () => goesOn ?? (hasDraft('note') && !hasDraft('reply') ? 'note' : 'reply'),
  );
  /** Those that something is written in: an editor takes its time to be made, and most tickets need no note. */
  const [made, make] = useState(() => kinds.filter((one) => one === kind || hasDraft(one)));
  if (!made.includes(kind)) make([...made, kind]);
  /** On a phone it stands folded until something is written in either. */
  const [filled, fill] = useState(() => ({
    reply: goesOn === 'reply' || hasDraft('reply'),
    note: goesOn === 'note' || hasDraft('note'),
  }));
  const comeTo = (next: MessageKind) => {
    setKind(next);
    fill((old) => ({ ...old, [next]: true }));
  };
  // The panel that something comes to is there before it comes.
  useOnNew(returned, (letter) => comeTo(letter.kind));
  // What goes to a third party is written beside.
  useOnNew(taken, (draft) => draft.kind !== 'side' && comeTo(draft.kind));
  useOnNew(asked, () => comeTo('reply'));
  const takeUp = useEffectEvent((draft: Draft) => {
    if (draft.kind !== 'side') panels.current[draft.kind]?.takeUp(draft);
  });
  useEffect(() => {
    if (taken) takeUp(taken);
  }, [taken]);
  useEffect(() => {
    if (asked) panels.current.reply?.answer(asked);
  }, [asked]);
  // Once what was written so far stands there.
  const goOn = useEffectEvent(() => goesOn && panels.current[goesOn]?.focus());
  useEffect(() => void goOn(), []);
  const show = (next: MessageKind) => {
    // At once, so that the first letter typed after the key is not lost.
    flushSync(() => setKind(next));
    panels.current[next]?.focus();
  };
  const isDropping = useFileDrop((files, folders) => panels.current[kind]?.addFiles(files, folders));
  useKeys([
    { key: 'KeyR', label: t('composer.keys.reply'), also: 'reply', group: 'write', run: () => show('reply') },
    { key: 'KeyN', label: t('composer.keys.note'), also: 'note', group: 'write', run: () => show('note') },
    // Layouts of other letters have no key for these signs.
    {
      key: 'Mod+Slash',
      label: t('composer.keys.template'),
      also: 'template',
      group: 'write',
      run: () => panels.current[kind]?.begin('/'),
    },
    {
      key: 'Mod+Shift+Digit2',
      label: t('composer.keys.mention'),
      also: 'mention',
      group: 'write',
      isOff: kind !== 'note',
      run: () => panels.current.note?.begin('@'),
    },
    {
      key: 'Mod+Enter',
      label: t('composer.keys.send'),
      group: 'write',
      run: () => panels.current[kind]?.submit(false),
    },
    {
      key: 'Mod+Shift+Enter',
      label: t('composer.keys.send_and_resolve'),
      group: 'write',
      run: () => panels.current[kind]?.submit(true),
    },
  ]);
  return (
    <section
      className={c.compose}
      data-composer
      data-kind={kind}
      data-open={filled.reply || filled.note || undefined}
      data-dropping={isDropping || undefined}
      aria-label={t('composer.label')}
    >
      <div className={c.tabs}>
        <div role="tablist" aria-label={t('composer.tabs')} onKeyDown={(event) => onTabKey(event, kind, show)}>
          {kinds.map((one) => (
            <UnstyledButton
              key={one}
              data-thumb
              role="tab"
              id={`composer-tab-${one}`}
              aria-selected={one === kind}
              aria-controls={made.includes(one) ? `composer-panel-${one}` : undefined}
              tabIndex={one === kind ? 0 : -1}
              // On a phone the focus unfolds the composer, and the tab would be gone from under the finger before the click.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => show(one)}
            >
              {one === 'note' && <Icon of={IconLock} size={14} />}
              {t(`composer.${one}`)}
            </UnstyledButton>
          ))}
        </div>
      </div>
      {made.map((one) => (
        <ComposerPanel
          key={one}
          ref={(handle) => {
            panels.current[one] = handle;
          }}
          kind={one}
          isShown={one === kind}
          ticketId={ticketId}
          customerId={customerId}
          userId={userId}
          mayMove={mayMove}
          inTrash={one === 'reply' ? inTrash : null}
          returned={returned?.kind === one ? returned : null}
          letters={letters}
          sentVersion={sentVersions[one]}
          onFilled={(isFilled) => fill((old) => ({ ...old, [one]: isFilled }))}
          onSend={onSend}
        />
      ))}
    </section>
  );
}

/** Acts when something else is given, before it is drawn. */
function useOnNew<T extends object>(given: T | null, act: (given: T) => void): void {
  const [known, know] = useState<T | null>(null);
  if (given === known) return;
  know(given);
  if (given) act(given);
}

function onTabKey(event: KeyboardEvent, kind: MessageKind, show: (kind: MessageKind) => void): void {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
  event.preventDefault();
  show(kind === 'reply' ? 'note' : 'reply');
}
