import { Button, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { composedAtOnceMax, composeSenders, composeSubjectMax, composeTicket } from '#contract/compose.ts';
import { products } from '#contract/products.ts';
import { call, callQuery } from '../../api/call.ts';
import { rowsQuery } from '../../api/rows.ts';
import { useSelf } from '../../api/self.ts';
import { confirm } from '../../ui/confirm.tsx';
import { RichField } from '../../ui/editor/rich-field.tsx';
import { type FieldErrors, fieldErrors, focusFirstProblem } from '../../ui/form-problems.ts';
import { Icon } from '../../ui/icon.tsx';
import { toast, toastUndo } from '../../ui/toast.tsx';
import { AttachmentList } from '../../ui/uploads/attachment-list.tsx';
import { useUploads } from '../../ui/uploads/use-uploads.ts';
import c from './compose.module.css';
import { AssigneeChoice, TagsChoice } from './compose-choices.tsx';
import { ComposeTo } from './compose-to.tsx';
import { dropComposed, emptyLetter, keepComposed, type NewLetter, readComposed } from './composed-draft.ts';
import { addRecipients, parseRecipients, type Recipient } from './recipients.ts';
import { SenderField } from './sender-field.tsx';
import { TemplatePicker } from './template-picker.tsx';

const pauseMs = 400;

/** A letter that begins a ticket, or one for each of those it goes to. What is half-written waits in this browser. */
export function ComposeForm(props: { to: Recipient | null; onBegun: (ticketIds: readonly number[]) => void }) {
  const { t } = useTranslation();
  const { user } = useSelf();
  const form = useRef<HTMLFormElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const [letter, setLetter] = useState<NewLetter>(() => {
    const kept = readComposed(user.id) ?? emptyLetter();
    return props.to ? { ...kept, to: addRecipients(kept.to, [props.to]) } : kept;
  });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isSending, setSending] = useState(false);
  const [showsCc, showCc] = useState(letter.cc !== '' || letter.bcc !== '');
  const uploads = useUploads(letter.attachments);
  const change = (values: Partial<NewLetter>) => {
    setLetter((old) => ({ ...old, ...values }));
    setErrors((old) => Object.fromEntries(Object.entries(old).filter(([name]) => !(name in values))));
  };
  const { data: offered } = useQuery(
    rowsQuery(products, {
      fields: ['id', 'name', 'company_id'],
      conditions: [['is_deleted', '=', 0]],
      sort: [['name', 'asc']],
      range: [0, 100],
    }),
  );
  const product = offered?.rows.find((one) => one.id === letter.product_id) ?? offered?.rows[0];
  const { data: sending } = useQuery({
    ...callQuery(composeSenders, { product_id: product?.id ?? 0 }),
    enabled: product !== undefined,
  });
  const senders = sending?.senders ?? [];
  const sender = senders.find((one) => one.address === letter.from)?.address ?? senders[0]?.address ?? null;
  const companyId = product?.company_id ?? 0;
  const files = uploads.files;
  useEffect(() => {
    const timer = setTimeout(() => keepComposed(user.id, { ...letter, attachments: files }), pauseMs);
    return () => clearTimeout(timer);
  }, [user.id, letter, files]);

  const discard = () => {
    const before = { ...letter, attachments: files };
    setLetter(emptyLetter());
    uploads.reset([]);
    setErrors({});
    dropComposed(user.id);
    toastUndo(t('composer.discarded'), () => {
      setLetter(before);
      uploads.reset(before.attachments);
    });
  };
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (isSending || !product) return;
    const [cc, bcc] = [parseRecipients(letter.cc), parseRecipients(letter.bcc)];
    const wrong: FieldErrors = {
      ...(letter.to.length === 0 ? { to: t('errors.recipient_missing') } : {}),
      ...(cc.bad.length > 0 ? { cc: t('errors.invalid_email') } : {}),
      ...(bcc.bad.length > 0 ? { bcc: t('errors.invalid_email') } : {}),
      ...(letter.subject.trim() === '' ? { subject: t('errors.required') } : {}),
      ...(letter.html === '' && files.length === 0 ? { body_html: t('errors.message_empty') } : {}),
      ...(uploads.isUploading ? { body_html: t('composer.still_uploading') } : {}),
      ...(letter.how === 'each' && letter.to.length > composedAtOnceMax
        ? { to: t('compose.too_many', { max: composedAtOnceMax }) }
        : {}),
    };
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    const isEach = letter.how === 'each' && letter.to.length > 1;
    if (
      isEach &&
      !(await confirm({
        title: t('compose.each.title', { count: letter.to.length }),
        text: t('compose.each.text'),
        action: t('compose.send'),
      }))
    )
      return;
    setSending(true);
    try {
      const { tickets } = await call(composeTicket, {
        client_id: letter.client_id,
        product_id: product.id,
        ...(sender && sender !== senders[0]?.address ? { from: sender } : {}),
        ...{ to: letter.to, cc: [...cc.good], bcc: [...bcc.good], how: isEach ? 'each' : 'together' },
        ...{ subject: letter.subject.trim(), body_html: letter.html, attachments: files.map((file) => file.id) },
        template_ids: letter.templates,
        ...(letter.assignee_id === null ? {} : { assignee_id: letter.assignee_id }),
        ...(letter.tag_ids.length > 0 ? { tag_ids: letter.tag_ids } : {}),
      });
      dropComposed(user.id);
      toast({
        status: 'success',
        title: t('compose.sent', { count: tickets.length, number: tickets[0]?.case_number }),
      });
      props.onBegun(tickets.map((one) => one.ticket_id));
    } catch (error) {
      setSending(false);
      refuse(fieldErrors(error));
    }
  };
  const refuse = (wrong: FieldErrors) => {
    const shown = Object.fromEntries(
      Object.entries(wrong).map(([name, text]) => [name.replace(/^data\./, '').replace(/\[.*$/, ''), text]),
    );
    setErrors(shown);
    focusFirstProblem(form.current, shown);
  };
  const others = Object.entries(errors).filter(([name]) => !known.includes(name));
  return (
    <form ref={form} className={c.form} onSubmit={(event) => void submit(event)} noValidate>
      <NativeSelect
        label={t('tickets.context.product')}
        name="product_id"
        error={errors.product_id}
        value={String(product?.id ?? '')}
        onChange={(event) => change({ product_id: Number(event.currentTarget.value), assignee_id: null, tag_ids: [] })}
        data={(offered?.rows ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      {senders.length > 1 && <SenderField senders={senders} value={sender} onChange={(from) => change({ from })} />}
      {sending && senders.length === 0 && (
        <p className={c.refusal} role="alert">
          {t('errors.product_has_no_mailbox')}
        </p>
      )}
      <ComposeTo companyId={companyId} to={letter.to} error={errors.to} onChange={(to) => change({ to })} />
      {letter.to.length > 1 && (
        <SegmentedControl
          aria-label={t('compose.how')}
          value={letter.how}
          onChange={(how) => change({ how: how === 'each' ? 'each' : 'together' })}
          data={(['each', 'together'] as const).map((one) => ({ value: one, label: t(`compose.${one}.name`) }))}
        />
      )}
      {showsCc ? (
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
      ) : (
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
      <RichField
        name="body_html"
        label={t('compose.letter')}
        placeholder={t('composer.write_reply')}
        value={letter.html}
        error={errors.body_html}
        onChange={(html) => change({ html })}
        onSubmit={() => void submit()}
      />
      <AttachmentList of={uploads} />
      <div className={c.two}>
        <AssigneeChoice
          companyId={companyId}
          value={letter.assignee_id}
          onChange={(assignee_id) => change({ assignee_id })}
        />
        <TagsChoice companyId={companyId} value={letter.tag_ids} onChange={(tag_ids) => change({ tag_ids })} />
      </div>
      {others.map(([name, text]) => (
        <p key={name} className={c.refusal} role="alert">
          {text}
        </p>
      ))}
      <div className={c.foot} data-save-bar>
        <Button type="submit" loading={isSending} disabled={senders.length === 0}>
          {t('compose.send')}
        </Button>
        <TemplatePicker
          companyId={companyId}
          productId={product?.id ?? 0}
          onChoose={(id, html) =>
            change({ html: letter.html + html, templates: [...new Set([...letter.templates, id])] })
          }
        />
        <Button
          variant="subtle"
          color="gray"
          leftSection={<Icon of={IconPaperclip} size={16} />}
          onClick={() => picker.current?.click()}
        >
          {t('composer.attach')}
        </Button>
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
        <i className={c.gap} />
        <Button variant="subtle" color="gray" onClick={discard}>
          {t('composer.discard')}
        </Button>
      </div>
    </form>
  );
}

const known = ['product_id', 'to', 'cc', 'bcc', 'subject', 'body_html'];
