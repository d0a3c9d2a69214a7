import type { QueryClient } from '@tanstack/react-query';
import { changeSettings, type SettingsChange } from '#contract/settings.ts';
import { call } from './call.ts';
import { refetchSelf, type Self, selfQuery } from './self.ts';
import { beginChange, isAnyUnderWay, withChangesUnderWay } from './settings-under-way.ts';

let last: Promise<unknown> = Promise.resolve();

/**
 * Changes what the person prefers: at once on the screen, through the profile the desk shows itself by; on the server in
 * the order in which it was chosen, one after the other. Nothing that is fetched meanwhile takes a choice back. Throws
 * what the server says against it; the screen then shows what that has.
 */
export function sendSettings(client: QueryClient, change: SettingsChange): Promise<void> {
  const end = beginChange(change);
  show(client, withChangesUnderWay);
  const sending = last.then(async () => {
    try {
      const { settings } = await call(changeSettings, change);
      end();
      if (isAnyUnderWay()) return;
      // Whatever was asked before this answer may not know of it.
      await client.cancelQueries({ queryKey: selfQuery.queryKey });
      show(client, (before) => ({ ...before, ...settings }));
      await client.invalidateQueries({ queryKey: selfQuery.queryKey });
    } catch (error) {
      end();
      refetchSelf(client).catch(() => {});
      throw error;
    }
  });
  last = sending.catch(() => {});
  return sending;
}

function show(client: QueryClient, settings: (before: Self['settings']) => Self['settings']): void {
  client.setQueryData(selfQuery.queryKey, (before: Self | null | undefined) =>
    before ? { ...before, settings: settings(before.settings) } : before,
  );
}
