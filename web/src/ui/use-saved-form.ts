import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type FieldErrors, fieldErrors, focusFirstProblem } from './form-problems.ts';
import { useKeys } from './keys.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

export type SavedForm<V> = {
  form: UseFormReturnType<V>;
  element: React.RefObject<HTMLFormElement | null>;
  /** How many fields differ from what is saved. */
  unsaved: number;
  /** Somebody else saved other values while this form was being filled in. */
  isOutdated: boolean;
  isSaving: boolean;
  submit: () => void;
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
  const element = useRef<HTMLFormElement>(null);
  const form = useForm<V>({ initialValues: the.saved, validate: the.validate });
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
  const saving = useMutation({
    mutationFn: (values: V) => the.save(values, changed),
    onSuccess: async (result, values) => {
      settle(values);
      guard.letGo();
      await the.onSaved?.(result);
    },
    onError: (error) => {
      const errors = (the.problems ?? fieldErrors)(error);
      form.setErrors(errors);
      if (!focusFirstProblem(element.current, errors)) the.onProblem(error);
    },
  });
  const submit = () => {
    if (saving.isPending || the.isReadOnly) return;
    form.onSubmit(
      (values) => saving.mutate(values),
      (errors) => focusFirstProblem(element.current, errors),
    )();
  };
  useKeys([{ key: 'Mod+KeyS', label: t('form.save'), group: 'write', run: submit, isOff: the.isReadOnly ?? false }]);

  return {
    form,
    element,
    unsaved: changed.length,
    // While a save is on its way, what comes back is our own.
    isOutdated: changed.length > 0 && !saving.isPending && !same(base.current, the.saved),
    isSaving: saving.isPending,
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
