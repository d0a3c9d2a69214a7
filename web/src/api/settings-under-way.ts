import type { PersonSettings, SettingsChange } from '#contract/settings.ts';

/** Changes that are on their way to the server, the oldest first. */
const underWay: SettingsChange[] = [];

/** From here until what is answered is called, this change holds on the screen, whatever is fetched meanwhile. */
export function beginChange(change: SettingsChange): () => void {
  underWay.push(change);
  return () => void underWay.splice(underWay.indexOf(change), 1);
}

export const isAnyUnderWay = (): boolean => underWay.length > 0;

/** What the server had when it was asked, with what was chosen since. */
export const withChangesUnderWay = <S extends PersonSettings>(settings: S): S =>
  underWay.reduce((so, change) => merged(so, change), settings);

function merged<S extends PersonSettings>(settings: S, { notifications, ...rest }: SettingsChange): S {
  const kinds = Object.entries(notifications ?? {}).map(([kind, ways]) => [
    kind,
    { ...settings.notifications[kind as keyof PersonSettings['notifications']], ...ways },
  ]);
  return {
    ...settings,
    ...(rest as Partial<PersonSettings>), // optional fields are absent, never undefined
    notifications: { ...settings.notifications, ...Object.fromEntries(kinds) },
  };
}
