import { ActionIcon, Button, Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../api/self.ts';
import { Dot } from '../../../ui/chip.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { useKeys } from '../../../ui/keys.ts';
import known from '../../../ui/known-part.module.css';
import { MenuLater } from '../../../ui/menu-later.tsx';
import { TagPicker } from '../actions/tag-picker.tsx';
import { barKeys } from '../actions/toolbar-actions.ts';
import { useTagging } from '../actions/use-tagging.ts';
import { labelsQuery, type Ticket } from '../ticket-queries.ts';
import c from './ticket-context.module.css';

/** What a ticket is marked with, and how to mark it. */
export function TicketTags({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const may = useMay('tickets.update', ticket.company_id);
  const [adding, setAdding] = useState(false);
  const does = useTagging(ticket);
  const place = useRef<HTMLElement>(null);
  const open = () => {
    // A menu whose button is out of sight would be hidden with it.
    place.current?.scrollIntoView({ block: 'nearest' });
    setAdding(true);
  };
  const add = { key: barKeys.tag, label: t('tickets.act.tag'), also: 'tag', run: open, isOff: !may };
  useKeys([{ ...add, group: 'act', opensField: true }]);
  return (
    <section ref={place} className={known.part} aria-label={t('tags.title')}>
      <h2>{t('tags.title')}</h2>
      {ticket.tags.length === 0 && !may && <p className={c.quiet}>{t('tags.no_tags')}</p>}
      <ul className={c.tags}>
        {ticket.tags.map((tag) => (
          <li key={tag.id} className={c.tag}>
            <Dot color={tag.color} />
            <span>{tag.name}</span>
            {may && (
              <ActionIcon
                size={20}
                aria-label={t('tags.remove', { name: tag.name })}
                onClick={() => does.remove(tag.id)}
              >
                <Icon of={IconX} size={14} />
              </ActionIcon>
            )}
          </li>
        ))}
        {may && (
          <li>
            <TagPicker
              companyId={ticket.company_id}
              without={ticket.tags.map((tag) => tag.id)}
              opened={adding}
              setOpened={setAdding}
              onChoose={(tag) => does.add(tag.id)}
              onCreate={does.create}
            >
              <Button
                size="xs"
                variant="subtle"
                color="gray"
                leftSection={<Icon of={IconPlus} size={14} />}
                aria-haspopup="listbox"
                aria-expanded={adding}
                onClick={() => setAdding(!adding)}
              >
                {t('tags.add')}
              </Button>
            </TagPicker>
          </li>
        )}
      </ul>
    </section>
  );
}

/** The ticket's label, one of the company's short list. */
export function TicketLabel({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const may = useMay('tickets.update', ticket.company_id);
  const { data } = useQuery(labelsQuery(ticket.company_id));
  const does = useTagging(ticket);
  const [opened, setOpened] = useState(false);
  useKeys([
    {
      ...{ key: barKeys.label, label: t('tickets.act.label'), also: 'label', group: 'act' },
      ...{ run: () => setOpened(true), isOff: !may },
    },
  ]);
  const name = ticket.label.name ?? t('labels.none');
  if (!may) return name;
  return (
    <MenuLater
      position="bottom-start"
      width={220}
      opened={opened}
      setOpened={setOpened}
      button={
        <UnstyledButton className={c.choose} aria-label={t('labels.change', { name })}>
          <span>{name}</span>
          <Icon of={IconChevronDown} size={14} />
        </UnstyledButton>
      }
    >
      {() => (
        <>
          {data?.rows.map((one) => (
            <Menu.Item
              key={one.id}
              aria-current={one.id === ticket.label_id || undefined}
              onClick={() => does.label(one.id)}
            >
              {one.name}
            </Menu.Item>
          ))}
          {ticket.label_id !== null && <Menu.Divider />}
          {ticket.label_id !== null && <Menu.Item onClick={() => does.label(null)}>{t('labels.remove')}</Menu.Item>}
        </>
      )}
    </MenuLater>
  );
}
