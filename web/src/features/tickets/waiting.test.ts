import { describe, expect, test } from 'vitest';
import { waitingAt } from './waiting.ts';

const noon = Date.UTC(2026, 10, 20, 12);
const ago = (minutes: number) => waitingAt(noon - minutes * 60_000, noon);

describe('the fuse', () => {
  test('says the two largest units', () => {
    expect(ago(0).text).toEqual({ key: 'now', values: {} });
    expect(ago(59).text).toEqual({ key: 'minutes', values: { minutes: 59 } });
    expect(ago(252).text).toEqual({ key: 'hours', values: { hours: 4, minutes: 12 } });
    expect(ago(60 * 24 * 3 + 60 * 5 + 7).text).toEqual({ key: 'days', values: { days: 3, hours: 5 } });
  });

  test('is amber from three quarters of four hours, red when they are over', () => {
    expect(ago(179).level).toBe('calm');
    expect(ago(180).level).toBe('soon');
    expect(ago(239).level).toBe('soon');
    expect(ago(240).level).toBe('late');
    expect(ago(120).burnt).toBe(0.5);
  });

  test('a server clock ahead of this one is no time, not minus three minutes', () => {
    expect(ago(-3)).toEqual({ text: { key: 'now', values: {} }, burnt: 0, level: 'calm' });
  });
});
