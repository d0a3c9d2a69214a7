import i18next from 'i18next';

const minute = 60;
const hour = 60 * minute;
/** Up to here the smaller unit says it better. */
const stretch = 1.5;

/** `Try again in 42 seconds`: in the largest unit that does not say too little. */
export function waitText(seconds: number): string {
  if (seconds <= minute * stretch) return i18next.t('wait.seconds', { count: seconds });
  if (seconds <= hour * stretch) return i18next.t('wait.minutes', { count: Math.ceil(seconds / minute) });
  return i18next.t('wait.hours', { count: Math.ceil(seconds / hour) });
}
