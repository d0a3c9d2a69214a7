import { IconPhone } from '@tabler/icons-react';
import { productCallPhones } from '#contract/product-call-phones.ts';
import { products } from '#contract/products.ts';
import { Chip } from '../../../ui/chip.tsx';
import { DayTime } from '../../../ui/day-time.tsx';
import c from '../../../ui/list-page.module.css';
import { reference } from '../../../ui/offered/reference.ts';
import { companyColumn } from '../company-column.tsx';
import { declare } from '../declaration.ts';
import { byCompany, byReference } from '../list-filter.ts';
import { countryName } from '../phones/country-name.ts';
import { PhoneAside } from '../phones/phone-aside.tsx';
import { PoolHint } from '../phones/pool-hint.tsx';
import { PoolNumberField } from '../phones/pool-number-field.tsx';
import { ReturnNumber } from '../phones/return-number.tsx';
import { taking } from '../phones/taking.ts';
import { usePoolActs } from '../phones/use-pool-acts.ts';

const toProduct = reference(products, (row) => row.name);
const right = `${productCallPhones.name}.update` as const;

/** Numbers that the company has; its second segment is the installation's pool, from which they come and where they go. */
export const declaration = declare(productCallPhones, {
  name: 'phones',
  icon: IconPhone,
  defaultSort: 'phone_number',
  title: (row) => (row.name === row.phone_number ? row.readable_number : row.name),
  filters: [byCompany, byReference('product_id', toProduct)],
  segments: {
    all: [['product_id', '>', 0]],
    disabled: [
      ['product_id', '=', 0],
      ['is_deleted', '=', 0],
    ],
  },
  turning: { rights: { disable: right, restore: right }, useActs: usePoolActs },
  taking,
  whenNoneDisabled: () => <PoolHint />,
  columns: [
    { name: 'number', sort: 'phone_number', cell: (row) => <b>{row.readable_number}</b> },
    {
      name: 'name',
      sort: 'name',
      cell: (row) => isNamed(row) && row.name,
      onPhone: 'second',
    },
    {
      name: 'product',
      sort: 'product.name',
      cell: ({ product: { name, abbreviation, color } }) =>
        name !== null && (
          <span className={c.named}>
            <Chip of={{ name, abbreviation: abbreviation ?? '', color: color ?? '' }} />
            {name}
          </span>
        ),
      onPhone: 'end',
    },
    {
      name: 'country',
      sort: 'country_code',
      cell: (row) => countryName(row.country_code),
      isDim: true,
      onPhone: (row) => (isNamed(row) ? undefined : 'second'),
    },
    { name: 'provider', sort: 'acd_provider', cell: (row) => row.acd_provider, isDim: true },
    companyColumn(),
    { name: 'updated', sort: 'updated', cell: (row) => <DayTime at={row.updated} />, isDim: true, isOptional: true },
  ],
  form: [
    {
      part: 'main',
      fields: [
        { name: 'company_id', kind: 'company', isOnlyNew: true, isWide: true },
        {
          name: 'id',
          kind: 'custom',
          isOnlyNew: true,
          isWide: true,
          render: (props) => <PoolNumberField {...props} />,
        },
        { name: 'product_id', kind: 'reference', to: toProduct },
        { name: 'name', kind: 'text' },
      ],
    },
  ],
  actions: (row) => <ReturnNumber of={row} />,
  aside: (row) => <PhoneAside of={row} />,
});

/** Where nobody has named it, its name is the number. */
function isNamed({ name, phone_number }: { name: string; phone_number: string }): boolean {
  return name !== phone_number;
}
