import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { allRowsQuery } from '../../api/all-rows.ts';
import { useSelf } from '../../api/self.ts';
import { Dot } from '../../ui/chip.tsx';
import type { Reference } from '../../ui/offered/reference.ts';
import type { Declaration } from './declaration.ts';
import type { FormField } from './form-field.ts';
import { textOf } from './form-values.ts';
import { choiceWord } from './words.ts';

/** What a field holds, to be read. */
export function FieldValue({ of, field, value }: { of: Declaration; field: FormField; value: unknown }) {
  const { t } = useTranslation();
  const who = useSelf();
  const text = textOf(value);
  switch (field.kind) {
    case 'company':
      return who.companies.find((company) => String(company.id) === text)?.company_name;
    case 'choice':
      return text && choiceWord(of, field.name, text);
    case 'flag':
      return t(text === '1' ? 'common.yes' : 'common.no');
    case 'colour':
      return (
        <>
          <Dot color={text} /> {text}
        </>
      );
    case 'reference':
      return text && <Names to={field.to} ids={[Number(text)]} />;
    case 'references':
      return <Names to={field.to} ids={Array.isArray(value) ? value.map(Number) : []} />;
    case 'image':
      return text && <img src={field.address(text)} alt="" width={72} />;
    case 'rich':
      return new DOMParser().parseFromString(text, 'text/html').body.textContent;
    case 'custom':
      return field.show ? field.show(value) : t('form.both.other');
    default:
      return text;
  }
}

function Names({ to, ids }: { to: Reference; ids: readonly number[] }) {
  const found = useQuery({
    ...allRowsQuery(to.entity, { conditions: [['id', 'in', [...ids]]] }),
    enabled: ids.length > 0,
  });
  return found.data?.rows.map(to.label).join(', ');
}
