import { type FormEvent, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldErrors } from './form-problems.ts';
import { useKeys } from './keys.ts';
import { type SentForm, useSentForm } from './use-sent-form.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

export type SavedForm<V> = Omit<SentForm<V>, 'isSending'> & {
  /** How many fields differ from what is saved. */
  unsaved: number;
  /** Somebody else saved other values while this form was being filled in. */
  isOutdated: boolean;
  isSaving: boolean;
  /** Back to what is saved now. */
  discard: () => void;
};

/**
 * A form over something that is saved. `saved` may change under it: an untouched form follows, a touched one says so and
 * keeps what was typed. `save` gets the values and the names of the changed fields; what it answers is handed to
 * `onSaved`, what it throws lands under the fields, and the first of them gets the cursor. Leaving with unsaved changes
 * is asked about first.
 */
export function useSavedForm<V extends Record<string, unknown>, R>(the: {
  saved: V;
  validate: (values: V) => FieldErrors;
  save: (values: V, changed: readonly (keyof V & string)[]) => Promise<R>;
  /** After a save, once leaving needs no question any more. */
  onSaved?: (result: R) => Promise<void> | void;
  /** The texts under the fields, where the general ones will not do. */
  problems?: (error: unknown) => FieldErrors;
  /** A problem that no field shows. */
  onProblem: (error: unknown) => void;
  isReadOnly?: boolean;
}): SavedForm<V> {
  const { t } = useTranslation();
  const sent: SentForm<V> = useSentForm<V, R>({
    initial: the.saved,
    validate: the.validate,
    send: (values) => the.save(values, changed),
    onSent: async (result, values) => {
      settle(values);
      guard.letGo();
      await the.onSaved?.(result);
    },
    ...(the.problems && { problems: the.problems }),
    onProblem: the.onProblem,
  });
  const { form, element, isSending } = sent;
  const base = useRef(the.saved);
  const changed = Object.keys(the.saved).filter((name) => form.isDirty(name));

  /** From here on the values count as saved; what was typed meanwhile stays, and is unsaved. */
  const settle = (values: V) => {
    base.current = values;
    form.setInitialValues(values);
    form.resetDirty(values);
  };
  const follow = (values: V) => {
    settle(values);
    form.setValues(values);
  };
  const isBehind = changed.length === 0 && !same(base.current, the.saved);
  const catchUp = useEffectEvent(() => follow(the.saved));
  useEffect(() => {
    if (isBehind) catchUp();
  }, [isBehind]);

  const guard = useUnsavedGuard(changed.length > 0 && !the.isReadOnly);
  const submit = () => {
    if (!the.isReadOnly) sent.submit();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  useKeys([{ key: 'Mod+KeyS', label: t('form.save'), group: 'write', run: submit, isOff: the.isReadOnly ?? false }]);

  return {
    form,
    element,
    bind: { ...sent.bind, onSubmit },
    unsaved: changed.length,
    // While a save is on its way, what comes back is our own.
    isOutdated: changed.length > 0 && !isSending && !same(base.current, the.saved),
    isSaving: isSending,
    submit,
    discard: () => {
      follow(the.saved);
      form.clearErrors();
    },
  };
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
