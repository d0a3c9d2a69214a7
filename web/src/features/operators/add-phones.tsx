import { Button, Checkbox, Select, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addPhones, phonesPerCallMax } from '#contract/product-call-phones.ts';
import { call } from '../../api/call.ts';
import { isApiError } from '../../api/problem.ts';
import { useMay } from '../../api/self.ts';
import { ButtonLink } from '../../ui/link-parts.tsx';
import { toast, toastError } from '../../ui/toast.tsx';
import { useUnsavedGuard } from '../../ui/use-unsaved-guard.ts';
import { type LineProblem, linesOf, problemsOfLines } from './phone-lines.ts';
import c from './phones.module.css';

type Provider = { id: number; provider: string };

/** Brings numbers in, one a line. Each line is checked while it is typed; what the server finds is shown by its line too. */
export function AddPhones({ providers }: { providers: readonly Provider[] }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const mayTake = useMay('product-call-phones.update');
  const [text, setText] = useState('');
  const [providerId, setProviderId] = useState<string | null>(null);
  const [isOffered, setOffered] = useState(true);
  const lines = linesOf(text);
  const provider = Number(providerId ?? providers[0]?.id ?? 0);
  const isUnderWay = useRef(false);
  const add = useMutation({
    mutationFn: () =>
      call(
        addPhones,
        lines.map(({ number }) => ({
          phone_number: number,
          product_id: 0 as const,
          is_onboarding: isOffered ? (1 as const) : (0 as const),
          acd_provider_id: provider,
        })),
      ),
    onSuccess: async (made) => {
      setText('');
      const take = () => void navigate({ to: '/$entity/add', params: { entity: 'phones' } });
      toast({
        status: 'success',
        title: t('operators.phones.added'),
        text: t('operators.phones.added_text', { count: made['product-call-phones'].length }),
        ...(mayTake ? { action: { label: t('entities.phones.add'), onClick: take } } : {}),
      });
      await client.invalidateQueries({ queryKey: ['product-call-phones'] });
    },
    onSettled: () => {
      isUnderWay.current = false;
    },
    onError: (error) => {
      if (problemsOfAnswer(error).length === 0) toastError(t('operators.phones.not_added'), error);
      else toast({ status: 'error', title: t('operators.phones.not_added') });
    },
  });
  const type = (next: string) => {
    setText(next);
    add.reset();
  };
  /** The server names a line by its place among those that were sent. */
  function problemsOfAnswer(error: unknown): LineProblem[] {
    if (!isApiError(error)) return [];
    return error.errors.flatMap(({ key, field }): LineProblem[] => {
      const line = lines[Number(/^data\[(\d+)\]\.phone_number$/.exec(field ?? '')?.[1])];
      if (!line) return [];
      return [{ ...line, key: key === 'phone_duplicate' ? 'phone_duplicate' : 'phone_invalid' }];
    });
  }
  const wrong = add.isError ? problemsOfAnswer(add.error) : problemsOfLines(lines);
  const count = lines.length - wrong.length;
  const isTooMany = lines.length > phonesPerCallMax;
  useUnsavedGuard(lines.length > 0);
  return (
    <form
      className={c.add}
      onSubmit={(event) => {
        event.preventDefault();
        // Two presses may come before the button knows of the first.
        if (isUnderWay.current) return;
        isUnderWay.current = true;
        add.mutate();
      }}
    >
      <Textarea
        label={t('operators.phones.numbers')}
        description={t('operators.phones.numbers_help')}
        autosize
        minRows={4}
        maxRows={12}
        inputMode="tel"
        readOnly={add.isPending}
        spellCheck={false}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        error={
          isTooMany
            ? t('operators.phones.too_many', { max: phonesPerCallMax })
            : wrong.length > 0 && (
                <ul className={c.wrong}>
                  {wrong.map((one) => (
                    <li key={one.line}>
                      {t('operators.phones.wrong_line', {
                        line: one.line,
                        number: one.number,
                        problem: t(`errors.${one.key}`),
                      })}
                    </li>
                  ))}
                </ul>
              )
        }
      />
      <div className={c.choices}>
        <Select
          label={t('operators.phones.provider')}
          data={providers.map((one) => ({ value: String(one.id), label: one.provider }))}
          value={String(provider)}
          onChange={setProviderId}
          allowDeselect={false}
        />
        <Checkbox
          label={t('operators.phones.offer')}
          checked={isOffered}
          onChange={(event) => setOffered(event.currentTarget.checked)}
        />
        <div className={c.ways}>
          <Button type="submit" loading={add.isPending} disabled={lines.length === 0 || wrong.length > 0 || isTooMany}>
            {count === 0 ? t('operators.phones.add_none') : t('operators.phones.add', { count })}
          </Button>
          {mayTake && (
            <ButtonLink variant="subtle" color="gray" to="/$entity/import" params={{ entity: 'phones' as const }}>
              {t('operators.phones.from_file')}
            </ButtonLink>
          )}
        </div>
      </div>
    </form>
  );
}
