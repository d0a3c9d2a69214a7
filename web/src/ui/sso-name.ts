import type { TFunction } from 'i18next';
import { usualSsoName } from '#contract/single-sign-on.ts';

/** A provider within a sentence: as the operator calls it, or in our words where it has no name. */
export const ssoName = (name: string, t: TFunction): string => (name === usualSsoName ? t('sso.usual_name') : name);
