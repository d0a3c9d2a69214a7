import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet, IconWorld } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLocale } from '../i18n/language.ts';
import { DayTime } from './day-time.tsx';
import c from './device-row.module.css';
import { Icon } from './icon.tsx';

type Described = {
  browser: string | null;
  system: string | null;
  ip: string | null;
  country: string | null;
};
type Device = Described & {
  kind: 'desktop' | 'phone' | 'tablet' | 'other';
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
  return (
    <li>
      <Icon of={icons[device.kind]} size={20} />
      <span>
        <b>{deviceName(device, t)}</b>
        <small>
          {device.is_current ? (
            <em>{t('security.this_device')}</em>
          ) : (
            <>
              {used ?? t('security.last_used')} <DayTime at={device.last_used} isWithin />
            </>
          )}
          <DevicePlace of={device} />
        </small>
      </span>
      {children}
    </li>
  );
}

export function deviceName({ browser, system }: Described, t: TFunction): string {
  if (browser && system) return t('security.browser_on', { browser, system });
  return browser ?? system ?? t('security.unknown_device');
}

/** Where it is, after other words of the line. */
export function DevicePlace({ of: { country, ip } }: { of: Described }) {
  const parts = [country && new Intl.DisplayNames(currentLocale(), { type: 'region' }).of(country), ip];
  return parts.filter(Boolean).map((part) => <span key={part}> · {part}</span>);
}
