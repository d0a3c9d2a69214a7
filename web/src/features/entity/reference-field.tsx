import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { OfferedMultiSelect, OfferedSelect } from '../../ui/offered/offered-select.tsx';
import type { Reference } from '../../ui/offered/reference.ts';
import { isEntityName } from './entity-names.ts';

/** A field of a form may be wide. */
type Wide = { wrapperProps?: { 'data-wide'?: boolean } };

/** One row of another noun, found as it is typed. */
export function ReferenceField(props: Omit<ComponentProps<typeof OfferedSelect>, 'none'> & Wide) {
  return <OfferedSelect {...props} none={useNone(props.to)} />;
}

/** Several of them. */
export function ReferencesField(props: Omit<ComponentProps<typeof OfferedMultiSelect>, 'none'> & Wide) {
  return <OfferedMultiSelect clearable {...props} none={useNone(props.to)} />;
}

/** Where there is none of a noun that people keep, it is said where to add one. */
function useNone({ entity }: Reference): string | undefined {
  const { t } = useTranslation();
  if (!isEntityName(entity.name)) return undefined;
  return t('list.none_to_choose', { plural: t(`entities.${entity.name}.plural`) });
}
