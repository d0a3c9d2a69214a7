import { Anchor, Button, Checkbox, Group, NumberInput, Radio, Select, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { products } from '#contract/products.ts';
import { getPushDevices } from '#contract/push.ts';
import {
  mailWhens,
  mutedProductsMax,
  notificationDurationMs,
  notificationKinds,
  notificationPositions,
  notificationWays,
} from '#contract/settings.ts';
import { callQuery } from '../../api/call.ts';
import { rowsQuery } from '../../api/rows.ts';
import { useSelf } from '../../api/self.ts';
import { playChime } from '../../ui/chime.ts';
import { FormPart, formStyles } from '../../ui/form-page.tsx';
import { OfferedMultiSelect } from '../../ui/offered/offered-select.tsx';
import { firstOf, named } from '../../ui/offered/reference.ts';
import { toast } from '../../ui/toast.tsx';
import { useChangeSettings } from '../../ui/use-change-settings.ts';
import { chosen } from './chosen.ts';
import { ClockTime } from './clock-time.tsx';
import { PushPart, pushPartId } from './push-part.tsx';
import c from './settings.module.css';

/** What one hears about and how, when it is quiet, and where toasts stand. */
export function NotificationsPart() {
  const { t } = useTranslation();
  return (
    <>
      <FormPart title={t('settings.notifications.what')} lead={t('settings.notifications.what_lead')}>
        <Matrix />
      </FormPart>
      <Muted />
      <PushPart />
      <FormPart title={t('settings.notifications.mail')} lead={t('settings.notifications.mail_lead')}>
        <MailWhen />
      </FormPart>
      <FormPart title={t('settings.notifications.quiet')} lead={t('settings.notifications.quiet_lead')}>
        <QuietHours />
      </FormPart>
      <FormPart title={t('settings.notifications.toasts')}>
        <Toasts />
      </FormPart>
    </>
  );
}

function Matrix() {
  const { t } = useTranslation();
  const { settings } = useSelf();
  const change = useChangeSettings();
  return (
    <>
      <table className={c.matrix}>
        <thead>
          <tr>
            <th scope="col">{t('settings.notifications.kind')}</th>
            {notificationWays.map((way) => (
              <th key={way} scope="col">
                {t(`settings.notifications.ways.${way}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {notificationKinds.map((kind) => (
            <tr key={kind}>
              <th scope="row">{t(`settings.notifications.kinds.${kind}`)}</th>
              {notificationWays.map((way) => (
                <td key={way}>
                  <Checkbox
                    size="sm"
                    aria-label={`${t(`settings.notifications.kinds.${kind}`)}: ${t(`settings.notifications.ways.${way}`)}`}
                    checked={settings.notifications[kind][way] === 1}
                    onChange={(event) =>
                      change({ notifications: { [kind]: { [way]: event.currentTarget.checked ? 1 : 0 } } })
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <NoPushYet />
      <Group mt={12}>
        <Button variant="default" onClick={() => void playChime()}>
          {t('settings.notifications.play')}
        </Button>
      </Group>
    </>
  );
}

const toProduct = named(products);

/** Whoever works in one product alone has nothing to choose, unless it is muted. */
function Muted() {
  const { t } = useTranslation();
  const { muted_products: muted } = useSelf().settings;
  const change = useChangeSettings();
  const { data } = useQuery(rowsQuery(products, firstOf(toProduct, null)));
  if (!data || (data.rows.length < 2 && muted.length === 0)) return null;
  return (
    <FormPart title={t('settings.notifications.muted')} lead={t('settings.notifications.muted_lead')}>
      <OfferedMultiSelect
        aria-label={t('settings.notifications.muted')}
        placeholder={muted.length === 0 ? t('settings.notifications.muted_none') : ''}
        clearable
        maxValues={mutedProductsMax}
        to={toProduct}
        companyId={null}
        value={muted}
        onChange={(muted_products) => change({ muted_products })}
      />
    </FormPart>
  );
}

/** Ticks under a way that reaches nobody would be a trap. */
function NoPushYet() {
  const { t } = useTranslation();
  const { data } = useQuery(callQuery(getPushDevices, {}));
  if (!data || data.devices.length > 0) return null;
  const lead = () => {
    const part = document.getElementById(pushPartId);
    part?.scrollIntoView({ block: 'center' });
    part?.focus({ preventScroll: true });
  };
  return (
    <p className={c.hint} data-below>
      {t('push.nowhere')}{' '}
      <Anchor component="button" type="button" fz={12} underline="always" data-thumb onClick={lead}>
        {t('push.show')}
      </Anchor>
    </p>
  );
}

function MailWhen() {
  const { t } = useTranslation();
  const { settings } = useSelf();
  const change = useChangeSettings();
  return (
    <Radio.Group
      aria-label={t('settings.notifications.mail')}
      value={settings.mail_when}
      onChange={(value) => chosen(mailWhens, value, (mail_when) => change({ mail_when }))}
    >
      <Stack gap={8}>
        {mailWhens.map((one) => (
          <Radio key={one} value={one} label={t(`settings.notifications.mail_when.${one}`)} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function QuietHours() {
  const { t } = useTranslation();
  const { settings } = useSelf();
  const change = useChangeSettings();
  const quiet = settings.quiet_hours;
  return (
    <div className={formStyles.fields}>
      <div data-wide>
        <Switch
          label={t('settings.notifications.quiet_on')}
          checked={quiet.is_on === 1}
          onChange={(event) => change({ quiet_hours: { ...quiet, is_on: event.currentTarget.checked ? 1 : 0 } })}
        />
      </div>
      {(['from', 'to'] as const).map((end) => (
        <ClockTime
          key={`${end} ${quiet[end]}`}
          label={t(`settings.notifications.quiet_${end}`)}
          value={quiet[end]}
          disabled={quiet.is_on === 0}
          onChange={(time) => change({ quiet_hours: { ...quiet, [end]: time } })}
        />
      ))}
    </div>
  );
}

const secondMs = 1000;

/** Kept when it is left, where something was typed; it follows what is changed elsewhere. */
function ToastSeconds({ value, onChange }: { value: number; onChange: (milliseconds: number) => void }) {
  const { t } = useTranslation();
  const { min, max } = notificationDurationMs;
  const [seconds, setSeconds] = useState<number | string>(value / secondMs);
  const [known, setKnown] = useState(value);
  if (known !== value) {
    setKnown(value);
    setSeconds(value / secondMs);
  }
  const keep = () => {
    const typed = Math.round(Number(seconds) * secondMs);
    const kept = seconds === '' || Number.isNaN(typed) ? value : Math.min(Math.max(typed, min), max);
    setSeconds(kept / secondMs);
    if (kept !== value) onChange(kept);
  };
  return (
    <NumberInput
      label={t('settings.notifications.duration')}
      description={t('settings.notifications.duration_help')}
      min={min / secondMs}
      max={max / secondMs}
      clampBehavior="none"
      value={seconds}
      onChange={setSeconds}
      onBlur={keep}
      onKeyDown={(event) => event.key === 'Enter' && keep()}
    />
  );
}

function Toasts() {
  const { t } = useTranslation();
  const { settings } = useSelf();
  const change = useChangeSettings();
  const showExample = () =>
    toast({
      status: 'info',
      title: t('settings.notifications.example'),
      text: t('settings.notifications.example_text'),
    });
  return (
    <div className={formStyles.fields}>
      <Select
        label={t('settings.notifications.position')}
        data={notificationPositions.map((value) => ({ value, label: t(`settings.notifications.positions.${value}`) }))}
        value={settings.notification_position}
        onChange={(value) =>
          chosen(notificationPositions, value, (notification_position) => change({ notification_position }))
        }
        allowDeselect={false}
      />
      <ToastSeconds
        value={settings.notification_duration}
        onChange={(notification_duration) => change({ notification_duration })}
      />
      <div data-wide>
        <Button variant="default" onClick={showExample}>
          {t('settings.notifications.show_example')}
        </Button>
      </div>
    </div>
  );
}
