import { Button, Group, Radio, Stack } from '@mantine/core';
import { modals } from '@mantine/modals';
import i18next from 'i18next';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Dependents } from '#contract/generic-calls.ts';
import { formatNumber } from '../../i18n/time.ts';
import { focusFirstProblem } from '../../ui/form-problems.ts';
import c from './ask-where-to.module.css';
import type { Declaration, ListedRow } from './declaration.ts';
import { dependentWord } from './dependent-word.ts';
import { ReferenceField } from './reference-field.tsx';
import { whatCanMove } from './what-can-move.ts';

/** `moveTo` null: what depends on them stays as it is. */
type Answer = { moveTo: number | null; name: string };

/** Asks what shall happen to what depends on rows that somebody disables; null when they let it be. */
export function askWhereTo(
  of: Declaration,
  rows: readonly ListedRow[],
  dependents: Dependents,
): Promise<Answer | null> {
  return new Promise((answer) => {
    const [first] = rows;
    const id = modals.open({
      centered: true,
      title:
        rows.length === 1 && first
          ? i18next.t('disable.title', { name: of.title(first) })
          : i18next.t('disable.title_several', { count: rows.length }),
      closeButtonProps: { 'aria-label': i18next.t('common.close') },
      children: (
        <WhereTo
          of={of}
          rows={rows}
          dependents={dependents}
          onAnswer={(given) => {
            answer(given);
            modals.close(id);
          }}
        />
      ),
      onClose: () => answer(null),
    });
  });
}

type Props = {
  of: Declaration;
  rows: readonly ListedRow[];
  dependents: Dependents;
  onAnswer: (answer: Answer | null) => void;
};

function WhereTo({ of, rows, dependents, onAnswer }: Props) {
  const { t } = useTranslation();
  const companies = [...new Set(rows.map(of.companyOf))];
  const { canMove, mustMove, staying, first, tooMany, isOutOfSight, isStuck } = whatCanMove(
    dependents,
    companies.length,
  );
  const [how, setHow] = useState<'move' | 'stay'>(canMove ? 'move' : 'stay');
  const [target, setTarget] = useState<{ id: number; name: string } | null>(null);
  const [isMissing, setMissing] = useState(false);
  const to = {
    entity: of.entity,
    label: (row: object) => of.title(row as ListedRow),
    sort: of.defaultSort.replace(/^-/, ''),
  };
  const submit = (event: FormEvent<HTMLElement>) => {
    event.preventDefault();
    if (how === 'move' && !target) {
      setMissing(true);
      focusFirstProblem(event.currentTarget, { move_to: t('errors.required') });
      return;
    }
    onAnswer(how === 'move' && target ? { moveTo: target.id, name: target.name } : { moveTo: null, name: '' });
  };
  return (
    <Stack component="form" gap={16} onSubmit={submit}>
      <Used
        lead={t('disable.depends', { count: rows.length })}
        by={dependents.filter((one) => !staying.includes(one))}
      />
      {staying.length > 0 && <Used lead={t('disable.staying')} by={staying} />}
      {tooMany ? (
        <p className={c.lead}>
          {t('disable.too_many', {
            max: formatNumber(tooMany.move_max ?? 0),
            what: dependentWord(tooMany.name, tooMany.count),
          })}
        </p>
      ) : isOutOfSight ? (
        <p className={c.lead}>{t('disable.out_of_sight')}</p>
      ) : isStuck ? (
        <p className={c.lead}>
          {first.length > 0
            ? t('disable.stuck', { what: first.map((one) => dependentWord(one.name, one.count)).join(', ') })
            : t('disable.several_companies')}
        </p>
      ) : (
        canMove && (
          <Radio.Group
            value={how}
            onChange={(next) => setHow(next === 'stay' ? 'stay' : 'move')}
            aria-label={t('disable.question')}
          >
            <Stack gap={8}>
              <Radio value="move" label={t('disable.move')} />
              {how === 'move' && (
                <ReferenceField
                  data-autofocus
                  name="move_to"
                  label={t('disable.to')}
                  to={to}
                  companyId={companies[0] ?? null}
                  without={rows.map((row) => row.id)}
                  value={target?.id ?? null}
                  onChange={(id, name) => {
                    setTarget(id === null ? null : { id, name });
                    setMissing(false);
                  }}
                  error={isMissing && t('errors.required')}
                />
              )}
              <Radio
                value="stay"
                label={t('disable.stay')}
                disabled={mustMove}
                description={mustMove ? t('disable.cannot_stay') : undefined}
              />
            </Stack>
          </Radio.Group>
        )
      )}
      <Group justify="flex-end" gap={8}>
        <Button variant="subtle" color="gray" data-autofocus={isStuck || undefined} onClick={() => onAnswer(null)}>
          {t(isStuck ? 'common.close' : 'common.cancel')}
        </Button>
        {!isStuck && (
          <Button type="submit" color="var(--p-danger)" data-autofocus={!canMove || undefined}>
            {t(how === 'move' && canMove ? 'disable.move_and_disable' : 'list.disable')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

const Used = ({ lead, by }: { lead: string; by: Dependents }) => (
  <div>
    <p className={c.lead}>{lead}</p>
    <ul className={c.list}>
      {by.map((one) => (
        <li key={one.name}>{dependentWord(one.name, one.count)}</li>
      ))}
    </ul>
  </div>
);
