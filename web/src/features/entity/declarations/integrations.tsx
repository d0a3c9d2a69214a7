import { IconPlugConnected } from '@tabler/icons-react';
import { healthStates } from '#contract/channel-health.ts';
import { integrations, messengers } from '#contract/integrations.ts';
import { products } from '#contract/products.ts';
import { BotFace } from '../../../ui/bot-face.tsx';
import { Chip } from '../../../ui/chip.tsx';
import { DayTime } from '../../../ui/day-time.tsx';
import { IntegrationHealth } from '../../../ui/integration-health.tsx';
import { messengerNames } from '../../../ui/messenger-icon.tsx';
import { reference } from '../../../ui/offered/reference.ts';
import { companyColumn } from '../company-column.tsx';
import { declare } from '../declaration.ts';
import { AppSecretField, PhoneNumberField, TokenField } from '../fields/messenger-fields.tsx';
import { messengerOf } from '../fields/messenger-of.ts';
import { byChoice, byCompany, byReference } from '../list-filter.ts';

export const declaration = declare(integrations, {
  icon: IconPlugConnected,
  defaultSort: 'title',
  title: (row) => row.title,
  filters: [
    byCompany,
    byReference(
      'product_id',
      reference(products, (row) => row.name),
    ),
    byChoice('messenger', messengers),
    byChoice('health_state', healthStates),
  ],
  columns: [
    {
      name: 'title',
      sort: 'title',
      cell: (row) => (
        <>
          <BotFace of={row} /> <b>{row.title}</b>
        </>
      ),
    },
    { name: 'messenger', sort: 'messenger', cell: (row) => messengerNames[row.messenger] },
    { name: 'bot', sort: 'bot_address', cell: (row) => row.bot_address ?? row.bot_name, isDim: true, onPhone: 'after' },
    { name: 'product', sort: 'product.name', cell: (row) => <Chip of={row.product} />, onPhone: 'end' },
    { name: 'health', sort: 'health_state', cell: (row) => <IntegrationHealth of={row} />, onPhone: 'second' },
    // The address of a bot is nobody else's.
    companyColumn({ onPhone: undefined }),
    {
      name: 'checked',
      sort: 'checked_at',
      cell: (row) => row.checked_at && <DayTime at={row.checked_at} />,
      isDim: true,
    },
  ],
  form: [
    {
      part: 'token',
      fields: [
        // What kind it is follows from the card that led here.
        { name: 'settings_id', kind: 'custom', isOnlyNew: true, isShown: () => false, render: () => null },
        {
          name: 'additional',
          kind: 'custom',
          isWide: true,
          isShown: (values) => messengerOf(values) === 'whatsapp',
          render: (props) => <PhoneNumberField {...props} />,
          show: (value) => (value as { phone_number_id?: string }).phone_number_id,
        },
        {
          name: 'auth2',
          kind: 'custom',
          isWide: true,
          isShown: (values) => messengerOf(values) === 'whatsapp',
          isDue: (values) => messengerOf(values) === 'whatsapp',
          render: (props) => <AppSecretField {...props} />,
        },
        { name: 'auth1', kind: 'custom', isWide: true, render: (props) => <TokenField {...props} /> },
      ],
    },
    {
      part: 'desk',
      fields: [
        { name: 'company_id', kind: 'company', isOnlyNew: true, isWide: true },
        { name: 'product_id', kind: 'reference', to: reference(products, (row) => row.name), isWide: true },
        { name: 'title', kind: 'text', isWide: true },
        {
          name: 'api_url',
          kind: 'address',
          isWide: true,
          // The others have no server but the provider's.
          isShown: (values) => messengerOf(values) === 'telegram',
        },
      ],
    },
  ],
});
