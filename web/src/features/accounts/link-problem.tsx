import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isApiError } from '../../api/problem.ts';
import { errorText } from '../../i18n/problem-text.ts';
import { ButtonLink } from '../../ui/link-parts.tsx';
import { Door } from './door.tsx';

/** What a letter led to cannot be shown: the link is no good any more, or nobody could say, which passes. */
export function LinkProblem(props: {
  error: unknown;
  /** Of a link that is no good. */
  title: string;
  /** What to do about that. */
  action: string;
  to: '/' | '/forgot';
  retry: () => void;
}) {
  const { error, title, action, to, retry } = props;
  const { t } = useTranslation();
  const isRefused = isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429;
  return (
    <Door title={isRefused ? title : t('problem.not_loaded')} lead={errorText(error)}>
      {isRefused ? (
        <ButtonLink size="md" fullWidth to={to}>
          {action}
        </ButtonLink>
      ) : (
        <Button size="md" fullWidth onClick={retry}>
          {t('problem.retry')}
        </Button>
      )}
    </Door>
  );
}
