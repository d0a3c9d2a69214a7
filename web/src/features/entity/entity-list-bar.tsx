import { Button, TextInput } from '@mantine/core';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelf } from '../../api/self.ts';
import { formatNumber } from '../../i18n/time.ts';
import { Icon } from '../../ui/icon.tsx';
import { keyLabel, useKeys } from '../../ui/keys.ts';
import c from '../../ui/list-page.module.css';
import { ListTitle } from '../../ui/list-title.tsx';
import { Key } from '../../ui/small-parts.tsx';
import { WhyNot } from '../../ui/why-not.tsx';
import { ColumnChooser } from './column-chooser.tsx';
import type { Declaration } from './declaration.ts';
import { addLink } from './entity-links.ts';
import type { OtherSegment } from './entity-list.tsx';
import { mayCreate } from './entity-rights.ts';
import { FilterChips } from './filter-chips.tsx';
import { countQuery } from './list-queries.ts';
import { type Chosen, companyOf, segments, useSegment } from './list-state.ts';
import type { Columns } from './use-columns.ts';
import { segmentText } from './words.ts';

const searchPauseMs = 250;

type Props = {
  of: Declaration;
  words: string;
  seek: (words: string) => void;
  chosen: Chosen;
  filter: (chosen: Chosen) => void;
  columns: Columns;
  other: OtherSegment | undefined;
  isOther: boolean;
  /** What else can be done with the list. */
  more: ReactNode;
};

/** Above a list: its name, all or disabled, filters, the search box, the columns and the way to add one. */
export function EntityListBar({ of, words, seek, chosen, filter, columns, other, isOther, more }: Props) {
  const { t } = useTranslation();
  const who = useSelf();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const mayAdd = mayCreate(of.name, who);
  const add = () => void navigate(addLink(of.name, companyOf(chosen)));
  const seekLabel = t(`entities.${of.name}.find`);
  useKeys([
    { key: 'Slash', label: seekLabel, group: 'move', run: () => field.current?.focus(), opensField: true },
    { key: 'KeyN', label: t(`entities.${of.name}.add`), group: 'write', run: add, isOff: !mayAdd },
  ]);
  return (
    <div className={c.bar}>
      <ListTitle>{t(`entities.${of.name}.plural`)}</ListTitle>
      <Segments of={of} other={other} isOther={isOther} />
      {!isOther && <FilterChips of={of} chosen={chosen} choose={filter} />}
      <div className={c.tools}>
        {of.entity.searched.length > 0 && !isOther && (
          <SeekField key={of.name} field={field} label={seekLabel} words={words} seek={seek} />
        )}
        {!isOther && <ColumnChooser of={of} columns={columns} />}
        {!isOther && more}
        <WhyNot
          reason={mayAdd ? undefined : t('why_not.role')}
          label={
            <>
              {t(`entities.${of.name}.add`)} <Key>{keyLabel('KeyN')}</Key>
            </>
          }
        >
          <Button onClick={add} data-add aria-label={t(`entities.${of.name}.add`)}>
            <Icon of={IconPlus} size={16} />
            <span className={c.addText}>{t(`entities.${of.name}.add`)}</span>
          </Button>
        </WhyNot>
      </div>
    </div>
  );
}

function Segments({ of, other, isOther }: Pick<Props, 'of' | 'other' | 'isOther'>) {
  const { t } = useTranslation();
  const current = useSegment();
  const all = useQuery(countQuery(of, 'all')).data;
  const disabled = useQuery(countQuery(of, 'disabled')).data;
  const counts = { all, disabled };
  return (
    <nav className={c.segments} aria-label={t('list.segments.label')}>
      {segments.map((segment) => (
        <Link
          key={segment}
          to="/$entity/search"
          params={{ entity: of.name }}
          search={(before) => ({ ...before, from: undefined })}
          hash={segment}
          // The router marks the exact address; without a hash it is all of them.
          activeOptions={{ includeHash: true, includeSearch: false }}
          aria-current={segment === current && !isOther ? 'page' : undefined}
        >
          {segmentText(of, segment, counts[segment])}
        </Link>
      ))}
      {other && (
        <Link
          to="/$entity/search"
          params={{ entity: of.name }}
          search={(before) => ({ ...before, from: undefined })}
          hash={other.hash}
          activeOptions={{ includeHash: true, includeSearch: false }}
          aria-current={isOther ? 'page' : undefined}
        >
          {other.name} {other.count !== undefined && formatNumber(other.count)}
        </Link>
      )}
    </nav>
  );
}

/** Searches while it is typed in, a moment after the last letter. */
function SeekField(props: {
  field: React.RefObject<HTMLInputElement | null>;
  label: string;
  words: string;
  seek: (words: string) => void;
}) {
  const { field, label, words, seek } = props;
  const [typed, setTyped] = useState(words);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const sought = useRef(words);
  useEffect(() => {
    // Whoever asks for the whole list right after the last letter means that.
    if (words !== sought.current && document.activeElement !== field.current) clearTimeout(timer.current);
  }, [words, field]);
  const seekNow = (next: string) => {
    sought.current = next;
    seek(next);
  };
  // The address may change beside the field: by Back, or by a link to the whole list.
  const [known, setKnown] = useState(words);
  if (known !== words) {
    setKnown(words);
    if (typed.trim() !== words && document.activeElement !== field.current) setTyped(words);
  }
  const type = (next: string) => {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => seekNow(next.trim()), searchPauseMs);
  };
  return (
    <TextInput
      ref={field}
      className={c.search}
      variant="filled"
      type="search"
      placeholder={label}
      aria-label={label}
      maxLength={100}
      leftSection={<Icon of={IconSearch} size={16} />}
      w={200}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          clearTimeout(timer.current);
          setTyped('');
          seekNow('');
          field.current?.blur();
        }
        // Into what was found.
        if (event.key === 'ArrowDown') {
          event.preventDefault();
          document.querySelector<HTMLElement>('[data-row] a[data-open]')?.focus();
        }
      }}
    />
  );
}
