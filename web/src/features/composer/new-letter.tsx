import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type NewLetter as KeptLetter, myNewLetters } from '#contract/new-letters.ts';
import { callQuery } from '../../api/call.ts';
import { useSelf } from '../../api/self.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { BegunBefore } from './begun-before.tsx';
import c from './compose.module.css';
import { ComposeForm } from './compose-form.tsx';
import { emptyLetter, fromServer, type NewLetter as Letter, readComposed } from './composed-draft.ts';
import { addRecipients, type Recipient } from './recipients.ts';
import type { Sent } from './use-send-new-letter.ts';
import { WaitingLetter } from './waiting-letter.tsx';

type Props = {
  /** A draft to go on with; null begins a letter. */
  id: string | null;
  to: Recipient | null;
  /** Of what one is at. A fresh letter is about it. */
  productId?: number | null;
  /** Where one is at no product: of which company it is all the same. */
  companyId?: number | null;
  onSent: (sent: Sent) => void;
  onTakenBack: (clientId: string) => void;
  onKept: (clientId: string | null) => void;
  /** Where a fresh letter offers to go on with a draft begun before: what then happens. */
  before?: Pick<ComponentProps<typeof BegunBefore>, 'onGoOn' | 'onLeave'>;
};

/**
 * A new letter, or the draft that was asked for, or what this browser could not tell the server the last time. One that
 * waits or was held is shown as it is.
 */
export function NewLetter({ id, to, before, ...rest }: Props) {
  const { t } = useTranslation();
  const { user } = useSelf();
  const { data, isError, isFetching } = useQuery({ ...callQuery(myNewLetters, {}), enabled: id !== null });
  const kept = data?.letters.find((one) => one.client_id === id);
  // What was read before may be older than the letter.
  const isKnown = id === null || isError || kept !== undefined || (data !== undefined && !isFetching);
  const [wasKnown, know] = useState(isKnown);
  if (isKnown && !wasKnown) know(true);
  const [own, setOwn] = useState(() => (id === null && !to ? [readComposed(user.id)?.client_id] : []));
  if (!isKnown && !wasKnown)
    return <SkeletonRows label={t('common.loading')} columns="minmax(0, 1fr)" height={52} lines={2} />;
  if (kept && kept.state !== 'draft') return <WaitingLetter of={kept} onOpen={rest.onTakenBack} />;
  return (
    <div className={c.begun}>
      {id === null && before && <BegunBefore not={own} {...before} />}
      <Begun
        key={id ?? 'new'}
        {...rest}
        id={id}
        isGone={id !== null && data !== undefined && !kept}
        kept={kept}
        to={to}
        userId={user.id}
        onLeave={before?.onLeave}
        onKept={(clientId) => {
          if (clientId !== null) setOwn((old) => [...old, clientId]);
          rest.onKept(clientId);
        }}
      />
    </div>
  );
}

type Beginning = Omit<Props, 'before'> & {
  isGone: boolean;
  kept: KeptLetter | undefined;
  userId: number;
  onLeave: (() => void) | undefined;
};

function Begun(props: Beginning) {
  const { t } = useTranslation();
  const { id, kept, to, productId = null, companyId = null, userId, isGone, ...rest } = props;
  // As it was found: what is sent or thrown away here is missed by nobody.
  const [wasGone] = useState(isGone);
  // What comes later from the server goes through the form, which may know better.
  const [start] = useState((): Letter => {
    const here = readComposed(userId, id ?? undefined);
    if (kept) return here && here.version >= kept.version ? here : fromServer(kept);
    const fresh = { ...emptyLetter(), product_id: productId };
    if (to) return { ...fresh, to: addRecipients([], [to]) };
    return here ?? fresh;
  });
  const [ofCompany] = useState(() => (kept || (!to && readComposed(userId, id ?? undefined)) ? null : companyId));
  return (
    <>
      {wasGone && (
        <p className={c.notice} role="status">
          {t('compose.drafts.gone')}
        </p>
      )}
      <ComposeForm start={start} ofCompany={ofCompany} {...rest} />
    </>
  );
}
