import { Textarea, TextInput } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { customers } from '#contract/customers.ts';
import { updateSchema } from '#contract/entity.ts';
import { fieldErrors, problemsOf } from '../../ui/form-problems.ts';
import { toastError } from '../../ui/toast.tsx';
import c from './customer.module.css';

/** Measuring by script lays the whole page out several times, at every ticket that is opened. */
const growsByItself = CSS.supports('field-sizing', 'content');

type Name = 'first_name' | 'last_name' | 'note';

/** A field of the card that is changed where it stands: Enter or leaving saves, Escape takes back. */
export function InlineField(props: {
  name: Name;
  label: string;
  value: string;
  max: number;
  isLong?: boolean;
  isLocked: boolean;
  save: (values: Record<string, unknown>) => Promise<unknown>;
}) {
  const { name, label, value, max, isLong, isLocked, save } = props;
  const { t } = useTranslation();
  const [typed, type] = useState<string | null>(null);
  /** What stood there when typing began: somebody else may have changed it since. */
  const [began, begin] = useState(value);
  /** What is on its way: leaving the field behind Enter does not send it once more. */
  const [sent, send] = useState<string | null>(null);
  const isElsewhere = typed !== null && value !== began && value !== typed && value !== sent;
  const [problem, tell] = useState<string | undefined>();
  const element = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const commit = async () => {
    if (typed === null || typed === value) return type(null);
    const said = typed.trim();
    if (said === sent) return;
    const wrong = problemsOf(updateSchema(customers), { [name]: typed })[name];
    if (wrong) return tell(wrong);
    send(said);
    try {
      await save({ [name]: said });
      // What was typed on meanwhile stays, over what is saved by now.
      begin(said);
      type((now) => (now === typed ? null : now));
      tell(undefined);
    } catch (error) {
      // What was typed stays, as long as somebody sees it.
      const told = fieldErrors(error);
      if (element.current) tell(told[name] ?? told[''] ?? Object.values(told)[0]);
      else toastError(t('customer_page.failed'), error);
    } finally {
      send(null);
    }
  };
  const field = {
    ref: element,
    label,
    name,
    value: typed ?? value,
    error: problem ?? (isElsewhere ? t('customer_page.meanwhile', { value: value || '—' }) : undefined),
    readOnly: isLocked,
    placeholder: isLocked || !isLong ? undefined : t('customer_page.no_note'),
    maxLength: max,
    autoComplete: 'off',
    classNames: { input: isLong ? `${c.inline} ${c.growing}` : (c.inline ?? ''), label: c.label ?? '' },
    onChange: (event: { currentTarget: { value: string } }) => {
      if (typed === null) begin(value);
      type(event.currentTarget.value);
      tell(undefined);
    },
    // What a colleague wrote is not written over in passing.
    onBlur: () => !isElsewhere && void commit(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        type(null);
        tell(undefined);
      } else if (event.key === 'Enter' && (!isLong || event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        void commit();
      }
    },
  };
  if (!isLong) return <TextInput {...field} />;
  return growsByItself ? <Textarea {...field} rows={1} /> : <Textarea {...field} autosize minRows={1} maxRows={8} />;
}
