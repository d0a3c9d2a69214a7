import { Button } from '@mantine/core';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { confirm } from '../../ui/confirm.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import c from './settings.module.css';

type Props = {
  name: string;
  code: string;
  facts: readonly (string | undefined)[];
  /** What the facts leave out, for whoever points at them. */
  more: string;
  words: { action: string; named: string; title: string; text: string; done: string; failed: string };
  giveUp: () => Promise<unknown>;
  /** Where the list comes from. */
  queryKey: QueryKey;
};

/** One of what a person keeps under their settings, and how it is given up for good. */
export function KeptRow({ name, code, facts, more, words, giveUp, queryKey }: Props) {
  const client = useQueryClient();
  const going = useMutation({
    mutationFn: giveUp,
    onSuccess: () => toast({ status: 'success', title: words.done }),
    onError: (error) => toastError(words.failed, error),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const ask = async () => {
    const { title, text, action } = words;
    if (await confirm({ title, text, action, danger: true })) going.mutate();
  };
  return (
    <li className={c.token}>
      <span>
        <b>{name}</b> <code>{code}</code>
      </span>
      <small title={more}>{facts.filter(Boolean).join(' · ')}</small>
      <Button
        variant="default"
        loading={going.isPending}
        data-remove
        aria-label={words.named}
        onClick={() => void ask()}
      >
        {words.action}
      </Button>
    </li>
  );
}
