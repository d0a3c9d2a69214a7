import { IconMessage2Code } from '@tabler/icons-react';
import { categories } from '#contract/categories.ts';
import type { Row } from '#contract/entity.ts';
import { products } from '#contract/products.ts';
import { teams } from '#contract/teams.ts';
import { templates } from '#contract/templates.ts';
import { mayDo } from '../../../api/self.ts';
import { DayTime } from '../../../ui/day-time.tsx';
import { reference } from '../../../ui/offered/reference.ts';
import { companyColumn } from '../company-column.tsx';
import { declare } from '../declaration.ts';
import { byCompany, byReference } from '../list-filter.ts';
import { TemplateFiles } from '../template-files.tsx';
import { TemplateTextsField } from '../template-texts-field.tsx';
import { VisibilityField, VisibilityMark } from '../template-visibility.tsx';

/** To be read, a language after the other. */
const textsWords = (value: unknown) =>
  Object.entries((value ?? {}) as Partial<Record<string, string>>) // what the contract calls texts
    .map(([language, html = '']) => <div key={language}>{wordsOf(html)}</div>);
const wordsOf = (html: string) =>
  [...new DOMParser().parseFromString(html, 'text/html').body.children].map((part) => part.textContent).join(' ');
const fileNames = (value: unknown) =>
  (value as Row<typeof templates>['attachments']) // what the field holds
    .map((one) => one.name)
    .join(', ');

const toCategory = reference(categories, (row) => row.name);
const toProduct = reference(products, (row) => row.name);

export const declaration = declare(templates, {
  icon: IconMessage2Code,
  defaultSort: '-times_used',
  title: (row) => row.name,
  filters: [byCompany, byReference('category_id', toCategory), byReference('product_id', toProduct)],
  start: { visibility: 'personal' },
  mayChange: (who, row) =>
    mayDo(who, 'templates.update', row.company_id) &&
    (row.visibility === 'personal' || mayDo(who, 'templates.share', row.company_id)),
  columns: [
    { name: 'name', sort: 'name', cell: (row) => <b>{row.name}</b> },
    { name: 'category', cell: (row) => row.category, isDim: true, onPhone: 'second' },
    { name: 'product', cell: (row) => row.product, isDim: true, onPhone: 'after' },
    companyColumn(),
    {
      name: 'visibility',
      sort: 'visibility',
      cell: (row) => <VisibilityMark of={row.visibility} />,
      isDim: true,
      onPhone: 'end',
    },
    { name: 'used', sort: 'times_used', cell: (row) => row.times_used, isNumber: true },
    { name: 'updated', sort: 'updated', cell: (row) => <DayTime at={row.updated} />, isDim: true },
  ],
  form: [
    {
      part: 'main',
      fields: [
        { name: 'company_id', kind: 'company', isOnlyNew: true, isWide: true },
        { name: 'name', kind: 'text', isWide: true },
        { name: 'category_id', kind: 'reference', to: toCategory },
        { name: 'product_id', kind: 'reference', to: toProduct },
      ],
    },
    {
      part: 'text',
      fields: [
        {
          name: 'texts',
          kind: 'custom',
          isWide: true,
          render: (props) => <TemplateTextsField {...props} />,
          show: textsWords,
        },
        {
          name: 'attachments',
          kind: 'custom',
          isWide: true,
          render: (props) => <TemplateFiles {...props} />,
          show: fileNames,
        },
      ],
    },
    {
      part: 'sharing',
      fields: [
        {
          name: 'visibility',
          kind: 'custom',
          isWide: true,
          render: (props) => <VisibilityField {...props} />,
          show: (value) => <VisibilityMark of={value as Row<typeof templates>['visibility']} />,
        },
        {
          name: 'team_id',
          kind: 'reference',
          to: reference(teams, (row) => row.name),
          isShown: (values) => values.visibility === 'team',
          saidWith: 'visibility',
        },
      ],
    },
  ],
});
