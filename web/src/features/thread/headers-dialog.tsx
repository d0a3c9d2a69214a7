import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { send } from '../../api/send.ts';
import { errorText } from '../../i18n/problem-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import c from './headers-dialog.module.css';

const answer = z.object({ headers: z.array(z.tuple([z.string(), z.string()])) });

/** The headers of a mail as it arrived. */
export function HeadersDialog({ messageId, close }: { messageId: number; close: () => void }) {
  const { t } = useTranslation();
  const { data, error } = useQuery({
    queryKey: ['messages', 'headers', messageId],
    // What arrived never changes.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const found = await send(`messages/${messageId}/source?headers=1`, { method: 'GET', signal });
      return answer.parse(found.data).headers;
    },
  });
  return (
    <Dialog centered={false} close={close} size={760} title={t('thread.headers.title')}>
      {error && (
        <p role="alert" className={c.failed}>
          {t('thread.headers.failed')}: {errorText(error)}
        </p>
      )}
      <dl className={c.headers}>
        {data?.map(([name, value], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a header may stand there several times, and their order is fixed.
          <div key={at}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
