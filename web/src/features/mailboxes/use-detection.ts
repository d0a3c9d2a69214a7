import type { UseFormReturnType } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { emailValue } from '#contract/entity.ts';
import { detectMailbox } from '#contract/mailboxes.ts';
import { call } from '../../api/call.ts';
import { localPart, type MailboxValues } from './mailbox-values.ts';
import { type Provider, providerOf } from './presets.ts';

export type Detection = {
  provider: Provider;
  choose: (provider: Provider) => void;
  /** What the servers below are worth; null while nobody asked. */
  source: 'beside' | 'known' | 'dns' | 'guess' | 'none' | null;
  needsOauth: boolean;
  isAsking: boolean;
  /** The address was filled in: sender, user name and servers follow from it, unless somebody filled them already. */
  detect: () => void;
};

export function useDetection(form: UseFormReturnType<MailboxValues>): Detection {
  const [provider, setProvider] = useState<Provider>(() => providerOf(form.values));
  /** The address that was asked about, and the server it led to: what differs from that was typed by hand. */
  const asked = useRef({ email: form.values.from_email, server: form.values.imap_server });
  const asking = useMutation({
    meta: { isShown: true },
    mutationFn: (email: string) => call(detectMailbox, { email }),
    onSuccess: ({ provider: found, settings }, email) => {
      const { values } = form;
      if (values.from_email.trim() !== email) return;
      if (found !== 'outlook') setProvider(found);
      if (!settings || values.imap_server !== asked.current.server) return;
      asked.current.server = settings.imap_server;
      form.setValues({
        ...settings,
        imap_port: String(settings.imap_port),
        smtp_port: String(settings.smtp_port),
        imap_box_outbox: settings.imap_box_outbox ?? '',
      });
    },
    // A guess that failed is no problem: the fields are there to be filled in.
  });
  const detect = () => {
    const email = form.values.from_email.trim();
    const before = asked.current.email;
    if (email === before || !emailValue.safeParse(email).success) return;
    asked.current.email = email;
    const { imap_username, from_name } = form.values;
    if (imap_username === '' || imap_username === before) form.setFieldValue('imap_username', email);
    if (from_name === '' || from_name === localPart(before)) form.setFieldValue('from_name', localPart(email));
    asking.mutate(email);
  };
  return {
    provider,
    choose: setProvider,
    source: asking.data?.source ?? null,
    needsOauth: asking.data?.needs_oauth ?? false,
    isAsking: asking.isPending,
    detect,
  };
}
