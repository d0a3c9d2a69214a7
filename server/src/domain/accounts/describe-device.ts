import Bowser from 'bowser';
import { countryOfAddress } from '#platform/country-of-address.ts';

export type DeviceInWords = {
  browser: string | null;
  system: string | null;
  kind: 'desktop' | 'phone' | 'tablet' | 'other';
  ip: string | null;
  country: string | null;
};

/** What a browser says of itself, and where its address is known for. Both may be untrue; neither decides anything. */
export async function describeDevice(from: { ip: string | null; user_agent: string | null }): Promise<DeviceInWords> {
  return { ...inWords(from.user_agent), ip: from.ip, country: await countryOfAddress(from.ip) };
}

const kinds = { desktop: 'desktop', mobile: 'phone', tablet: 'tablet' } as const;

function inWords(userAgent: string | null): Pick<DeviceInWords, 'browser' | 'system' | 'kind'> {
  if (!userAgent) return { browser: null, system: null, kind: 'other' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  return {
    browser: browser.name || null,
    system: os.name || null,
    kind: kinds[platform.type as keyof typeof kinds] ?? 'other',
  };
}
