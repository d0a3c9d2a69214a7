import { ActionIcon, Select } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Fragment, type KeyboardEvent, memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PrivilegeKey, RoleName } from '#contract/privileges.ts';
import { nounKey } from '../../i18n/noun-key.ts';
import { Icon } from '../../ui/icon.tsx';
import { TickBox } from '../../ui/tick-box.tsx';
import { Tip } from '../../ui/tip.tsx';
import {
  actionOf,
  cellName,
  defaultOf,
  type Lock,
  type MatrixValues,
  nouns,
  type Privileges,
  type RolePrivileges,
} from './matrix-values.ts';
import c from './privilege-matrix.module.css';

type Props = {
  of: Privileges;
  values: MatrixValues;
  lock: (role: RoleName, key: PrivilegeKey, value: 0 | 1) => Lock | undefined;
  /** The same for every render: hundreds of cells wait for a change of one. */
  set: (name: string, value: 0 | 1) => void;
};

/** Rights by noun and action against roles. What differs from the default is marked, and goes back to it by one press. */
export function PrivilegeMatrix({ of, values, lock, set }: Props) {
  const { t } = useTranslation();
  // A phone shows one role at a time.
  const [shown, setShown] = useState<string>('agent');
  return (
    <div>
      <Select
        className={c.choice}
        label={t('access.role')}
        data={of.roles.map((role) => ({ value: role.name, label: t(`access.roles.${role.name}`) }))}
        value={shown}
        onChange={(next) => next && setShown(next)}
        allowDeselect={false}
      />
      <table className={c.matrix} onKeyDown={walk}>
        <thead>
          <tr>
            <th scope="col">{t('access.right')}</th>
            {of.roles.map((role) => (
              <th key={role.name} scope="col" data-shown={role.name === shown || undefined}>
                {t(`access.roles.${role.name}`)}
                <small>{t('access.people', { count: role.people })}</small>
              </th>
            ))}
          </tr>
        </thead>
        {nouns.map(({ noun, keys }) => (
          <tbody key={noun}>
            <tr className={c.noun}>
              <th scope="rowgroup" colSpan={of.roles.length + 1}>
                {t(`access.nouns.${nounKey(noun)}`)}
              </th>
            </tr>
            {keys.map((key) => (
              <tr key={key}>
                <th scope="row">{t(`access.actions.${actionOf(key)}`)}</th>
                {of.roles.map((role) => (
                  <Cell
                    key={role.name}
                    role={role}
                    of={key}
                    isShown={role.name === shown}
                    value={values[cellName(role.name, key)] ?? 0}
                    hasSight={actionOf(key) === 'get' || values[cellName(role.name, `${noun}.get`)] !== 0}
                    lock={lock(role.name, key, values[cellName(role.name, key)] ?? 0)}
                    set={set}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

const Cell = memo(function Cell(props: {
  role: RolePrivileges;
  of: PrivilegeKey;
  isShown: boolean;
  value: 0 | 1;
  /** Without seeing a thing nothing can be done to it. */
  hasSight: boolean;
  lock: Lock | undefined;
  set: Props['set'];
}) {
  const { role, of: key, isShown, value, hasSight, lock, set } = props;
  const { t } = useTranslation();
  const usual = defaultOf(role, key);
  const isChanged = value !== usual;
  const noun = key.slice(0, key.indexOf('.'));
  const name = t('access.cell', {
    role: t(`access.roles.${role.name}`),
    noun: t(`access.nouns.${nounKey(noun)}`),
    action: t(`access.actions.${actionOf(key)}`),
  });
  const why = lock ? t(`access.locks.${lock}`) : !hasSight && value === 1 ? t('access.no_effect') : undefined;
  return (
    <td
      data-changed={isChanged || undefined}
      data-idle={(!hasSight && value === 1) || undefined}
      data-shown={isShown || undefined}
    >
      <Tip label={why} isForAll>
        <TickBox
          data-cell
          aria-label={name}
          aria-description={[why, isChanged ? t('access.changed') : undefined].filter(Boolean).join('. ') || undefined}
          aria-disabled={lock ? true : undefined}
          data-locked={lock ? true : undefined}
          checked={value === 1}
          onChange={(event) => !lock && set(cellName(role.name, key), event.currentTarget.checked ? 1 : 0)}
        />
      </Tip>
      {isChanged && !lock && (
        <Tip label={t(usual === 1 ? 'access.reset_on' : 'access.reset_off')}>
          <ActionIcon
            className={c.reset ?? ''}
            size={20}
            tabIndex={-1}
            aria-label={t('access.reset_cell', { name })}
            onClick={() => set(cellName(role.name, key), usual)}
          >
            <Icon of={IconArrowBackUp} size={14} />
          </ActionIcon>
        </Tip>
      )}
      {isChanged && <Fragment>{!lock || <i className={c.dot} />}</Fragment>}
    </td>
  );
});

/** Arrow keys move between the boxes, Delete goes back to the default. */
function walk(event: KeyboardEvent<HTMLTableElement>): void {
  const here = (event.target as HTMLElement).closest<HTMLTableCellElement>('td');
  if (!here) return;
  if (event.key === 'Delete' || event.key === 'Backspace') {
    here.querySelector<HTMLButtonElement>('button')?.click();
    return;
  }
  const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
  if (!step) return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLTableRowElement>('tr:has([data-cell])')];
  const row = rows.indexOf(here.closest('tr') as HTMLTableRowElement); // a cell stands in a row
  const [down = 0, right = 0] = step;
  const cells = [...(rows[row + down]?.querySelectorAll<HTMLInputElement>('[data-cell]') ?? [])];
  const column = [...(here.parentElement?.querySelectorAll('td') ?? [])].indexOf(here);
  const next = cells[column + right];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
