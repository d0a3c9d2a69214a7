import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useRef } from 'react';
import { type FieldErrors, fieldErrors, focusFirstProblem } from './form-problems.ts';

export type SentForm<V> = {
  form: UseFormReturnType<V>;
  element: RefObject<HTMLFormElement | null>;
  /** What the `<form>` itself takes. */
  bind: { ref: RefObject<HTMLFormElement | null>; noValidate: true; onSubmit: (event: FormEvent) => void };
  isSending: boolean;
  submit: () => void;
};

/**
 * A form that is sent: checked by `validate` first, then by whoever gets it. What `send` throws lands under the fields,
 * and the first of them gets the cursor. While it is on its way, sending it again does nothing.
 */
export function useSentForm<V extends Record<string, unknown>, R = unknown>(the: {
  initial: V;
  validate: (values: V) => FieldErrors;
  send: (values: V) => Promise<R>;
  onSent?: (result: R, values: V) => Promise<void> | void;
  /** Every refusal, before its words are shown. */
  onRefused?: (error: unknown) => void;
  /** The texts under the fields, where the general ones will not do. */
  problems?: (error: unknown) => FieldErrors;
  /** A problem that no field shows. */
  onProblem?: (error: unknown) => void;
}): SentForm<V> {
  const element = useRef<HTMLFormElement>(null);
  const isUnderWay = useRef(false);
  const form = useForm<V>({ initialValues: the.initial, validate: the.validate });
  const sending = useMutation({
    mutationFn: the.send,
    onSuccess: (result, values) => the.onSent?.(result, values),
    onError: (error) => {
      the.onRefused?.(error);
      const errors = (the.problems ?? fieldErrors)(error);
      form.setErrors(errors);
      if (!focusFirstProblem(element.current, errors)) the.onProblem?.(error);
    },
    onSettled: () => {
      isUnderWay.current = false;
    },
  });
  const submit = () => {
    // Two presses may come before the button knows of the first.
    if (isUnderWay.current) return;
    form.onSubmit(
      (values) => {
        isUnderWay.current = true;
        sending.mutate(values);
      },
      (errors) => focusFirstProblem(element.current, errors),
    )();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
  return { form, element, bind: { ref: element, noValidate: true, onSubmit }, isSending: sending.isPending, submit };
}

/** For forms of one question: what belongs to no field stands under this one. */
export const underField =
  (field: string) =>
  (error: unknown): FieldErrors => {
    const { '': rest, ...errors } = fieldErrors(error);
    return rest === undefined ? errors : { [field]: rest, ...errors };
  };
