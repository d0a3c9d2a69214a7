import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type NewLetter as KeptLetter, myNewLetters } from '#contract/new-letters.ts';
import { callQuery } from '../../api/call.ts';
import { useSelf } from '../../api/self.ts';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { ComposeForm } from './compose-form.tsx';
import { emptyLetter, fromServer, type NewLetter as Letter, readComposed } from './composed-draft.ts';
import { addRecipients, type Recipient } from './recipients.ts';
import type { Sent } from './use-send-new-letter.ts';

type Props = {
  /** A draft to go on with; null begins a letter. */
  id: string | null;
  to: Recipient | null;
  /** Of what one is at. A fresh letter is about it. */
  productId?: number | null;
  onSent: (sent: Sent) => void;
  onTakenBack: (clientId: string) => void;
  onKept: (clientId: string | null) => void;
};

/** A new letter, or the draft that was asked for, or what this browser could not tell the server the last time. */
export function NewLetter({ id, to, ...rest }: Props) {
  const { t } = useTranslation();
  const { user } = useSelf();
  const { data, isError } = useQuery({ ...callQuery(myNewLetters, {}), enabled: id !== null });
  if (id !== null && !data && !isError)
    return <SkeletonRows label={t('common.loading')} columns="minmax(0, 1fr)" height={52} lines={2} />;
  const kept = data?.letters.find((one) => one.client_id === id && one.state === 'draft');
  return <Begun key={id ?? 'new'} {...rest} kept={kept} to={to} userId={user.id} />;
}

function Begun(props: Omit<Props, 'id'> & { kept: KeptLetter | undefined; userId: number }) {
  const { kept, to, productId = null, userId, ...rest } = props;
  // What comes later from the server goes through the form, which may know better.
  const [start] = useState((): Letter => {
    const here = readComposed(userId);
    if (kept) return here?.client_id === kept.client_id && here.version >= kept.version ? here : fromServer(kept);
    const fresh = { ...emptyLetter(), product_id: productId };
    if (to) return { ...fresh, to: addRecipients([], [to]) };
    return here ?? fresh;
  });
  return <ComposeForm start={start} {...rest} />;
}
