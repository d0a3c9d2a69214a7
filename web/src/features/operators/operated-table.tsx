import { ActionIcon, Menu, UnstyledButton } from '@mantine/core';
import {
  IconArrowDown,
  IconArrowUp,
  IconBan,
  IconDots,
  IconHistory,
  IconPencil,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { OperatedCompany, operatedSorts } from '#contract/operated-companies.ts';
import { formatBytes, formatFull, formatNumber } from '../../i18n/time.ts';
import { DayTime } from '../../ui/day-time.tsx';
import { Icon } from '../../ui/icon.tsx';
import list from '../../ui/list-page.module.css';
import { MenuItemLink } from '../../ui/menu-item-link.tsx';
import { MenuLater } from '../../ui/menu-later.tsx';
import { HealthDot } from '../../ui/small-parts.tsx';
import { Tip } from '../../ui/tip.tsx';
import c from './operated-companies.module.css';

type Sort = (typeof operatedSorts)[number];
type Acts = { suspend: (of: OperatedCompany) => void; resume: (of: OperatedCompany) => void };

/** `sort`: what the list is sorted by where the column can be. Numbers and times begin with the greatest. */
const columns = [
  { name: 'company', sort: 'name' },
  { name: 'owner' },
  { name: 'state' },
  { name: 'members', isNumber: true },
  { name: 'open', isNumber: true },
  { name: 'tickets', sort: 'tickets', isNumber: true },
  { name: 'storage', sort: 'bytes', isNumber: true },
  { name: 'added', sort: 'added' },
  { name: 'active' },
] as const;

export function OperatedTable(
  props: {
    rows: readonly OperatedCompany[];
    sort: Sort;
    isDescending: boolean;
    sortBy: (sort: Sort, isDescending: boolean) => void;
  } & Acts,
) {
  const { rows, sort, isDescending, sortBy, ...acts } = props;
  const { t } = useTranslation();
  return (
    <table className={`${list.table} ${c.table}`}>
      <thead>
        <tr>
          {columns.map((column) => {
            const own = 'sort' in column ? column.sort : undefined;
            const isOn = own === sort;
            const word = t(`operators.companies.columns.${column.name}`);
            return (
              <th
                key={column.name}
                scope="col"
                data-number={'isNumber' in column || undefined}
                aria-sort={isOn ? (isDescending ? 'descending' : 'ascending') : undefined}
              >
                {own ? (
                  <UnstyledButton onClick={() => sortBy(own, isOn ? !isDescending : own !== 'name')}>
                    {word}
                    {isOn && <Icon of={isDescending ? IconArrowDown : IconArrowUp} size={14} />}
                  </UnstyledButton>
                ) : (
                  word
                )}
              </th>
            );
          })}
          <th scope="col">
            <span className="sr">{t('list.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr key={one.id} data-row={one.id}>
            <Cells of={one} />
            <td className={list.menu}>
              <RowMenu of={one} {...acts} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cells({ of }: { of: OperatedCompany }) {
  const { t } = useTranslation();
  return (
    <>
      <td className={list.first}>
        <b>{of.company_name}</b>
      </td>
      <td data-dim data-phone="second" title={of.owner?.name}>
        {of.owner?.email ?? t('operators.companies.no_owner')}
      </td>
      <td data-phone="end">
        <State of={of} />
      </td>
      <td data-number>{formatNumber(of.members)}</td>
      <td data-number>{formatNumber(of.tickets_open)}</td>
      <td data-number>{formatNumber(of.tickets)}</td>
      <td data-number>
        {of.bytes === null || of.measured_at === null ? (
          <span title={t('operators.companies.not_measured')}>–</span>
        ) : (
          <Tip label={t('operators.companies.measured', { time: formatFull(of.measured_at) })}>
            <span>{formatBytes(of.bytes)}</span>
          </Tip>
        )}
      </td>
      <td data-dim>
        <DayTime at={of.added} />
      </td>
      <td data-dim>{of.last_active === null ? '–' : <DayTime at={of.last_active} />}</td>
    </>
  );
}

function State({ of: { state, suspension } }: { of: OperatedCompany }) {
  const { t } = useTranslation();
  const level = { active: 'ok', suspended: 'bad', deleted: 'idle' } as const;
  const mark = <HealthDot level={level[state]}>{t(`operators.companies.is.${state}`)}</HealthDot>;
  if (!suspension) return mark;
  const label = t('operators.companies.suspended_by', { reason: suspension.reason, name: suspension.by ?? '' });
  return (
    <Tip label={label} multiline maw={320}>
      <span>{mark}</span>
    </Tip>
  );
}

function RowMenu({ of, suspend, resume }: { of: OperatedCompany } & Acts) {
  const { t } = useTranslation();
  return (
    <MenuLater
      position="bottom-end"
      button={
        <ActionIcon size={28} aria-label={t('list.more', { name: of.company_name })}>
          <Icon of={IconDots} size={16} />
        </ActionIcon>
      }
    >
      {() => (
        <>
          <MenuItemLink
            to="/audit"
            search={{ company: 0, thing: 'companies', id: of.id }}
            leftSection={<Icon of={IconHistory} size={16} />}
          >
            {t('operators.companies.trail')}
          </MenuItemLink>
          {of.state === 'suspended' && (
            <>
              <Menu.Item leftSection={<Icon of={IconPencil} size={16} />} onClick={() => suspend(of)}>
                {t('operators.companies.correct')}
              </Menu.Item>
              <Menu.Item leftSection={<Icon of={IconPlayerPlay} size={16} />} onClick={() => resume(of)}>
                {t('operators.companies.resume')}
              </Menu.Item>
            </>
          )}
          {of.state === 'active' && (
            <Menu.Item
              color="var(--p-danger)"
              leftSection={<Icon of={IconBan} size={16} />}
              onClick={() => suspend(of)}
            >
              {t('operators.companies.suspend')}
            </Menu.Item>
          )}
        </>
      )}
    </MenuLater>
  );
}
