import i18next from 'i18next';
import type { NoticeGroup } from '#contract/notifications.ts';

type Told = Pick<NoticeGroup, 'kind' | 'letter_id' | 'who' | 'case_number'>;

/** What a piece of news says, in a line. */
export function noticeText({ kind, letter_id, who, case_number: number }: Told): string {
  return letter_id === null
    ? i18next.t(`notices.${kind}`, { who, number })
    : i18next.t('notices.new_letter_held', { who });
}
