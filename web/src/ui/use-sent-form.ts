import { type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type RefObject, useRef, useState } from 'react';
import { isApiError } from '../api/problem.ts';
import { type FieldErrors, fieldErrors, focusFirstProblem } from './form-problems.ts';
import { useCountdown } from './use-countdown.ts';

export type SentForm<V> = {
  form: UseFormReturnType<V>;
  element: RefObject<HTMLFormElement | null>;
  /** What the `<form>` itself takes. */
  bind: { ref: RefObject<HTMLFormElement | null>; noValidate: true; onSubmit: (event: FormEvent) => void };
  isSending: boolean;
  /** So long the server does not want these values again; others may be sent at once. */
  restSeconds: number;
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
  const [secondsLeft, rest] = useCountdown();
  const [refused, setRefused] = useState('');
  const restSeconds = secondsLeft > 0 && JSON.stringify(form.getValues()) === refused ? secondsLeft : 0;
  const sending = useMutation({
    mutationFn: the.send,
    onSuccess: (result, values) => the.onSent?.(result, values),
    onError: (error) => {
      the.onRefused?.(error);
      const errors = (the.problems ?? fieldErrors)(error);
      form.setErrors(errors);
      if (isApiError(error, 'too_many_requests')) {
        rest(error.retryAfter ?? 0);
        setRefused(JSON.stringify(form.getValues()));
      }
      if (!focusFirstProblem(element.current, errors)) the.onProblem?.(error);
    },
    onSettled: () => {
      isUnderWay.current = false;
    },
  });
  const submit = () => {
    // Two presses may come before the button knows of the first.
    if (isUnderWay.current || restSeconds > 0) return;
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
  const bind = { ref: element, noValidate: true, onSubmit } as const;
  return { form, element, bind, isSending: sending.isPending, restSeconds, submit };
}

/** For forms of one question: what belongs to no field stands under this one. */
export const underField =
  (field: string) =>
  (error: unknown): FieldErrors => {
    const { '': rest, ...errors } = fieldErrors(error);
    return rest === undefined ? errors : { [field]: rest, ...errors };
  };
