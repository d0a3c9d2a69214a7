import { ActionIcon, Button, SegmentedControl, TextInput, Tooltip } from '@mantine/core';
import { IconPaperclip, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { composeSenders, composeSubjectMax, composeTypes } from '#contract/compose.ts';
import { replyLettersMax } from '#contract/ticket-writing.ts';
import { callQuery } from '../../api/call.ts';
import { useMay, useSelf } from '../../api/self.ts';
import { RichField, type RichFieldHandle } from '../../ui/editor/rich-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MentionMenu } from '../../ui/mentions/mention-menu.tsx';
import { useMentions } from '../../ui/mentions/use-mentions.ts';
import { toastUndo } from '../../ui/toast.tsx';
import { AttachmentList } from '../../ui/uploads/attachment-list.tsx';
import { useStill } from '../../ui/use-still.ts';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts';
import { WhyNot } from '../../ui/why-not.tsx';
import { AboutCustomer } from './about-customer.tsx';
import c from './compose.module.css';
import {
  AssigneeChoice,
  ProductChoice,
  TagsChoice,
  useComposedCompany,
  useComposedProduct,
} from './compose-choices.tsx';
import { ComposeCustomers, OpenTickets } from './compose-customer.tsx';
import { ComposeTo } from './compose-to.tsx';
import type { NewLetter } from './composed-draft.ts';
import { KeptLine, OtherMachine } from './kept-line.tsx';
import NoMailbox from './no-mailbox.tsx';
import { SendButtons } from './send-buttons.tsx';
import { SenderField } from './sender-field.tsx';
import { TemplatePicker } from './template-picker.tsx';
import { useFileDrop } from './use-file-drop.ts';
import { useNewLetter } from './use-new-letter.ts';
import { type Sent, useSendNewLetter } from './use-send-new-letter.ts';

type Props = {
  start: NewLetter;
  /** Begun among tickets of this company. */
  ofCompany: number | null;
  onSent: (sent: Sent) => void;
  /** It was taken back in time: it goes on under this id. */
  onTakenBack: (clientId: string) => void;
  /** It is on the server now, under this id; null: it was thrown away. */
  onKept: (clientId: string | null) => void;
  /** Somebody goes elsewhere from here. */
  onLeave?: (() => void) | undefined;
};

/** Something that begins a ticket: a letter, or one for each of those it goes to; or a call or a matter of our own. */
export function ComposeForm({ start, ofCompany, onSent, onTakenBack, onKept, onLeave }: Props) {
  const { t } = useTranslation();
  const { settings } = useSelf();
  const form = useRef<HTMLFormElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const field = useRef<RichFieldHandle>(null);
  const goOn = () => field.current?.focus();
  const [showsCc, showCc] = useState(start.cc !== '' || start.bcc !== '');
  const [productId, setProduct] = useState(start.product_id);
  const product = useComposedProduct(productId, ofCompany);
  const companyId = useComposedCompany(product);
  const mayMove = useMay('tickets.update', product?.company_id);
  const written = useNewLetter(start, product?.id, onKept);
  const { letter, uploads } = written;
  const { data: sending } = useQuery({
    ...callQuery(composeSenders, { product_id: product?.id ?? 0 }),
    enabled: product !== undefined,
  });
  const senders = sending?.senders ?? [];
  const sender = senders.find((one) => one.address === letter.from)?.address ?? senders[0]?.address ?? null;
  const isMail = letter.type === 'mail';
  const sends = useSendNewLetter({
    ...{ form, letter, uploads, productId: product?.id, holdSeconds: settings.undo_send_seconds },
    from: sender && sender !== senders[0]?.address ? sender : null,
    hold: written.hold,
    onSent: (sent) => {
      guard.letGo();
      written.sent();
      // Whoever has left it by then stays where they are.
      if (form.current !== null) onSent(sent);
    },
    onTakenBack,
  });
  useStill(form, sends.isSending);
  const { errors } = sends;
  const guard = useUnsavedGuard(written.isAtRisk, { staysOverParts: true });
  const mentions = useMentions({
    place: {
      product_id: product?.id ?? 0,
      ...(letter.assignee_id === null ? {} : { assignee_id: letter.assignee_id }),
    },
    isOn: !isMail && product !== undefined,
    initial: start.mentions,
  });
  const noteCalled = () => {
    const named = mentions.named();
    if (!isMail && JSON.stringify(named) !== JSON.stringify(letter.mentions)) written.change({ mentions: named });
  };
  const isDragging = useFileDrop(uploads.add);
  const change = (values: Partial<NewLetter>) => {
    written.change(values);
    sends.forget(Object.keys(values));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
    event.preventDefault();
    void sends.submit({});
  };
  const discard = () => {
    const takeBack = written.discard();
    goOn();
    toastUndo(t('composer.discarded'), () => {
      takeBack();
      goOn();
    });
  };
  const { other } = written;
  const settle = (which: 'mine' | 'other') => {
    if (which === 'other' && other) mentions.reset(other.mentions);
    written.settle(which);
  };
  const attach = () => {
    goOn();
    picker.current?.click();
  };
  return (
    <form
      ref={form}
      className={c.form}
      data-drop={isDragging || undefined}
      onSubmit={(event) => event.preventDefault()}
      onKeyDown={onKeyDown}
      aria-busy={sends.isSending}
      noValidate
    >
      {written.other && <OtherMachine of={written.other} settle={settle} />}
      <SegmentedControl
        className={c.types}
        aria-label={t('compose.type')}
        value={letter.type}
        onChange={(next) => change({ type: composeTypes.find((one) => one === next) ?? 'mail' })}
        data={composeTypes.map((one) => ({ value: one, label: t(`compose.types.${one}`) }))}
      />
      {!isMail && <p className={c.hint}>{t(`compose.type_hints.${letter.type === 'call' ? 'call' : 'note'}`)}</p>}
      <div className={c.two}>
        <ProductChoice
          // Until it is known whose it is, it is chosen all the same.
          value={product?.id ?? productId}
          error={errors.product_id}
          onChange={(product_id) => {
            setProduct(product_id);
            mentions.reset([]);
            change({ product_id, assignee_id: null, tag_ids: [], from: null, mentions: [] });
          }}
        />
        {isMail && senders.length > 1 && (
          <SenderField senders={senders} value={sender} isField onChange={(from) => change({ from })} />
        )}
      </div>
      {isMail && sending && senders.length === 0 && (
        <p className={c.refusal} role="alert">
          {t('errors.product_has_no_mailbox')}.{' '}
          <NoMailbox companyId={companyId} productId={product?.id ?? 0} onLeave={onLeave} />
        </p>
      )}
      {isMail ? (
        <ComposeTo companyId={companyId} to={letter.to} error={errors.to} onChange={(to) => change({ to })} />
      ) : (
        <AboutCustomer
          companyId={companyId}
          value={letter.customer}
          error={errors.to}
          onChange={(customer) => change({ customer, to: [] })}
        />
      )}
      {isMail && (
        <ComposeCustomers
          companyId={companyId}
          to={letter.to}
          onName={(of, name) => change({ to: letter.to.map((one) => (one === of ? { ...one, name } : one)) })}
        />
      )}
      {!isMail && letter.customer && <OpenTickets customerId={letter.customer.id} />}
      {isMail && letter.to.length > 1 && (
        <SegmentedControl
          aria-label={t('compose.how')}
          value={letter.how}
          onChange={(how) => change({ how: how === 'each' ? 'each' : 'together' })}
          data={(['each', 'together'] as const).map((one) => ({ value: one, label: t(`compose.${one}.name`) }))}
        />
      )}
      {isMail && showsCc && (
        <div className={c.two}>
          {(['cc', 'bcc'] as const).map((name) => (
            <TextInput
              key={name}
              name={name}
              label={t(`composer.${name}`)}
              inputMode="email"
              autoComplete="off"
              value={letter[name]}
              error={errors[name]}
              onChange={(event) => change({ [name]: event.currentTarget.value })}
            />
          ))}
        </div>
      )}
      {isMail && !showsCc && (
        <Button className={c.start} size="xs" variant="subtle" color="gray" onClick={() => showCc(true)}>
          {t('compose.add_cc')}
        </Button>
      )}
      <TextInput
        name="subject"
        label={t('compose.subject')}
        maxLength={composeSubjectMax}
        autoComplete="off"
        value={letter.subject}
        error={errors.subject}
        onChange={(event) => change({ subject: event.currentTarget.value })}
      />
      <div className={c.letter} data-inward={!isMail || undefined}>
        <RichField
          ref={field}
          name="body_html"
          label={
            isMail ? t('compose.letter') : letter.type === 'call' ? t('compose.words.call') : t('compose.words.note')
          }
          value={letter.html}
          lettersMax={replyLettersMax}
          error={errors.body_html}
          isGoneOnWith={start.html !== ''}
          onChange={(html) => change({ html })}
          onFiles={(files) => uploads.add(files)}
          onSubmit={() => void sends.submit({})}
          list={{
            onKey: mentions.onKey,
            onCaret: (of) => {
              mentions.follow(of);
              noteCalled();
            },
            draw: (of) => mentions.isOpen && <MentionMenu id="mentions-compose" editor={of} mentions={mentions} />,
          }}
          tools={(_, keep) => (
            <>
              <Tooltip label={t('composer.attach')}>
                <ActionIcon size={28} variant="subtle" color="gray" aria-label={t('composer.attach')} onClick={attach}>
                  <Icon of={IconPaperclip} size={16} />
                </ActionIcon>
              </Tooltip>
              {isMail && (
                <TemplatePicker
                  companyId={companyId}
                  productId={product?.id ?? 0}
                  keepPlace={keep}
                  onChoose={(id, files) => {
                    uploads.put(files);
                    written.change({ templates: [...new Set([...letter.templates, id])] });
                  }}
                />
              )}
            </>
          )}
        />
      </div>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        data-attach="compose"
        onChange={(event) => {
          uploads.add(event.currentTarget.files ?? []);
          event.currentTarget.value = '';
        }}
      />
      <AttachmentList of={uploads} onGone={goOn} />
      <div className={c.two}>
        <AssigneeChoice
          companyId={companyId}
          value={letter.assignee_id}
          onChange={(assignee_id) => change({ assignee_id })}
        />
        <TagsChoice companyId={companyId} value={letter.tag_ids} onChange={(tag_ids) => change({ tag_ids })} />
      </div>
      {sends.others.map(([name, text]) => (
        <p key={name} className={c.refusal} role="alert">
          {text}
        </p>
      ))}
      <div className={c.foot} data-save-bar>
        {isMail ? (
          <SendButtons
            isOff={sends.isSending || senders.length === 0}
            mayMove={mayMove}
            // Several have clocks of their own.
            whom={letter.to.length === 1 && letter.to[0] ? { companyId, address: letter.to[0].address } : null}
            submit={(how) => void sends.submit(how)}
          />
        ) : (
          <>
            <Button loading={sends.isSending} onClick={() => void sends.submit({})}>
              {t('compose.begin')}
            </Button>
            <WhyNot reason={mayMove ? undefined : t('why_not.role')}>
              <Button
                variant="default"
                disabled={sends.isSending}
                onClick={() => void sends.submit({ resolves: true })}
              >
                {t('compose.begin_resolved')}
              </Button>
            </WhyNot>
          </>
        )}
        <i className={c.gap} />
        <KeptLine of={written.kept} />
        <Tooltip label={t('composer.discard')}>
          <ActionIcon size={32} variant="subtle" color="gray" aria-label={t('composer.discard')} onClick={discard}>
            <Icon of={IconTrash} size={18} />
          </ActionIcon>
        </Tooltip>
      </div>
    </form>
  );
}
