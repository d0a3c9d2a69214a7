import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, IconWorld } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../i18n/language.ts';
import { DayTime } from './day-time.tsx';
import c from './device-row.module.css';
import { Icon } from './icon.tsx';

type Device = {
  browser: string | null;
  system: string | null;
  kind: 'desktop' | 'phone' | 'tablet' | 'other';
  ip: string | null;
  country: string | null;
  last_used: string;
  is_current: boolean;
};

const icons = { desktop: IconDeviceDesktop, phone: IconDeviceMobile, tablet: IconDeviceTablet, other: IconWorld };

export function DeviceList({ label, children }: { label?: string; children: ReactNode }) {
  return (
    <ul className={c.list} aria-label={label}>
      {children}
    </ul>
  );
}

/** A device in plain words, where it is and when it was last used, or whatever `used` calls it. */
export function DeviceRow({ device, used, children }: { device: Device; used?: string; children?: ReactNode }) {
  const { t } = useTranslation();
  const { browser, system, country } = device;
  const name = browser && system ? t('security.browser_on', { browser, system }) : (browser ?? system);
  const place = [country && new Intl.DisplayNames(currentLocale(), { type: 'region' }).of(country), device.ip];
  return (
    <li>
      <Icon of={icons[device.kind]} size={20} />
      <span>
        <b>{name ?? t('security.unknown_device')}</b>
        <small>
          {device.is_current ? (
            <em>{t('security.this_device')}</em>
          ) : (
            <>
              {used ?? t('security.last_used')} <DayTime at={device.last_used} isWithin />
            </>
          )}
          {place.filter(Boolean).map((part) => (
            <span key={part}> · {part}</span>
          ))}
        </small>
      </span>
      {children}
    </li>
  );
}
