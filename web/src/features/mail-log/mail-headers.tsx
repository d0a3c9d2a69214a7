import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { apiBase, send } from '../../api/send.ts';
import { errorText } from '../../i18n/problem-text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import c from './mail-log.module.css';

const headersAnswer = z.object({ headers: z.array(z.tuple([z.string(), z.string()])) });

/** The letter's headers as they came, in their order. */
export function MailHeaders({ id, subject, close }: { id: number; subject: string; close: () => void }) {
  const { t } = useTranslation();
  const path = `inbound-mails/${id}/source`;
  const found = useQuery({
    queryKey: ['inbound-mails', 'headers', id],
    queryFn: async ({ signal }) =>
      headersAnswer.parse((await send(`${path}?headers=1`, { method: 'GET', signal })).data),
    // A stored mail never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Dialog centered={false} close={close} size={760} title={t('mail_log.headers_of', { subject })}>
      {found.isPending && <Bone width="60%" />}
      {found.isError && <p>{errorText(found.error)}</p>}
      <dl className={c.headers}>
        {found.data?.headers.map(([name, value], index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: headers repeat, and never change their order
          <div key={index}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Button component="a" variant="default" href={apiBase + path} download>
        {t('mail_log.source')}
      </Button>
    </Dialog>
  );
}
