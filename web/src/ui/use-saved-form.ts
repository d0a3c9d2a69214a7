import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FieldErrors, focusFirstProblem } from './form-problems.ts';
import { useKeys } from './keys.ts';
import { mergeSaved, same } from './merge-saved.ts';
import { type SentForm, useSentForm } from './use-sent-form.ts';
import { type StaysOver, useUnsavedGuard } from './use-unsaved-guard.ts';

export type SavedForm<V> = Omit<SentForm<V>, 'isSending'> & {
  /** How many fields differ from what is saved. */
  unsaved: number;
  /** Somebody else saved other values in fields that were changed here too. */
  isOutdated: boolean;
  /** What they saved, by field; the form holds what was typed here. */
  theirs: Partial<V>;
  keepMine: (name: keyof V & string) => void;
  takeTheirs: (name: keyof V & string) => void;
  isSaving: boolean;
  /** Asked to save, and something that a field brings is not there yet: it goes on by itself. */
  isWaiting: boolean;
  /** What a field brings is on its way, did not come, or is there. */
  hold: (name: keyof V & string, what: Held | null) => void;
  /** When this form was saved last. */
  savedAt: Date | null;
  /** Back to what is saved now. */
  discard: () => void;
};

/** `coming`: a save waits for it. `failed`: it is not saved without it unless the person takes it away. */
export type Held = 'coming' | 'failed';

/**
 * A form over something that is saved. `saved` may change under it: fields that nobody touched follow, and where both
 * sides changed one, the person chooses. `save` gets the values and the names of the changed fields; what it answers is
 * handed to `onSaved`, what it throws lands under the fields, and the first of them gets the cursor. Leaving with unsaved
 * changes is asked about first.
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
  /** The hash, or one of these, chooses a part of this very form. */
  staysOverParts?: StaysOver;
  /** The page lets the person choose between both sides: nothing is saved before they did. */
  mustChoose?: boolean;
}): SavedForm<V> {
  const { t } = useTranslation();
  const sent: SentForm<V> = useSentForm<V, R>({
    initial: the.saved,
    validate: the.validate,
    send: (values) => the.save(values, changed),
    onSent: async (result, values) => {
      own.current = Object.keys(values).filter((name) => !same(values[name], base.current[name]));
      settle(values);
      setTheirs({});
      setSavedAt(new Date());
      guard.letGo();
      await the.onSaved?.(result);
      // What was typed while it was on its way is unsaved.
      guard.hold();
    },
    ...(the.problems && { problems: the.problems }),
    onProblem: the.onProblem,
  });
  const { form, element, isSending, restSeconds } = sent;
  const base = useRef(the.saved);
  /** What the save that just ended sent: what is there now is how it was kept. */
  const own = useRef<readonly string[]>([]);
  const [theirs, setTheirs] = useState<Partial<V>>({});
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [held, setHeld] = useState<Partial<Record<string, Held | null>>>({});
  const [isWaiting, setWaiting] = useState(false);
  const isHeld = (what: Held) => Object.values(held).includes(what);
  const changed = Object.keys(the.saved).filter((name) => form.isDirty(name));
  const isOutdated = Object.keys(theirs).length > 0;
  const guard = useUnsavedGuard((changed.length > 0 || isHeld('coming')) && !the.isReadOnly, {
    staysOverParts: the.staysOverParts ?? false,
  });

  /** From here on the values count as saved; what was typed meanwhile stays, and is unsaved. */
  const settle = (values: V) => {
    base.current = values;
    form.setInitialValues(values);
    form.resetDirty(values);
  };
  // While a save is on its way, what comes back is our own.
  const isBehind = !isSending && !same(base.current, the.saved);
  const catchUp = useEffectEvent(() => {
    const [was, mine] = [base.current, form.getValues()];
    const merged = mergeSaved({ was, mine, now: the.saved, open: theirs, own: own.current });
    settle(the.saved);
    form.setValues(merged.values);
    setTheirs(merged.theirs);
  });
  useEffect(() => {
    if (isBehind) catchUp();
    if (!isSending) own.current = [];
  }, [isBehind, isSending]);

  const decide = (name: keyof V & string) => {
    const { [name]: _, ...rest } = theirs;
    setTheirs(rest as Partial<V>);
    form.clearFieldError(name);
  };
  const submit = () => {
    if (the.isReadOnly) return;
    if (the.mustChoose && isOutdated) element.current?.querySelector<HTMLElement>('[data-both-sides] button')?.focus();
    else if (isHeld('coming')) setWaiting(true);
    else if (!tellFailed()) sent.submit();
  };
  /** Whether something that was to go along did not come. */
  const tellFailed = () => {
    const failed = Object.keys(held).filter((name) => held[name] === 'failed');
    const errors = Object.fromEntries(failed.map((name) => [name, t('form.files_failed')]));
    if (failed.length === 0) return false;
    form.setErrors({ ...form.errors, ...errors });
    focusFirstProblem(element.current, errors);
    return true;
  };
  const isDue = isWaiting && !isHeld('coming');
  const goOn = useEffectEvent(() => {
    setWaiting(false);
    submit();
  });
  useEffect(() => {
    if (isDue) goOn();
  }, [isDue]);
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
    isOutdated,
    theirs,
    keepMine: decide,
    takeTheirs: (name) => {
      form.setFieldValue(name, theirs[name] as never);
      decide(name);
    },
    isSaving: isSending,
    isWaiting,
    hold: (name, what) => {
      setHeld((all) => ({ ...all, [name]: what }));
      form.clearFieldError(name);
    },
    restSeconds,
    savedAt,
    submit,
    discard: () => {
      setWaiting(false);
      settle(the.saved);
      form.setValues(the.saved);
      setTheirs({});
      form.clearErrors();
    },
  };
}
