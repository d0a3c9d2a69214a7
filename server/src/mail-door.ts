import { systemTxtResolver, type TxtResolver } from '#channels/email/domain-check/txt-resolver.ts';
import { checkMailbox } from '#channels/email/transport/check-mailbox.ts';
import { composeMail } from '#channels/email/transport/compose-mail.ts';
import { detectMailbox } from '#channels/email/transport/detect-mailbox.ts';
import { sendMail } from '#channels/email/transport/send-mail.ts';
import { mailErrors } from '#contract/mail-errors.ts';
import { smtpSettingsOf } from '#flows/delivery/run-deliveries.ts';
import { moveMailToTicket, readMailAgain } from '#flows/intake/read-again.ts';
import type { Intake } from '#flows/intake/run-intake.ts';
import { checkSenderDomains } from '#flows/sender-domains/check-sender-domains.ts';
import type { OutboundGuard } from '#platform/outbound-guard.ts';
import type { MailDoor } from './http/routes/mailbox-routes.ts';

type Needs = Intake & {
  guard: OutboundGuard;
  /** Who is asked about DNS records; without it, the name servers of this machine. */
  resolveTxt?: TxtResolver;
};

/** What the calls about mailboxes need of the mail channel and of intake. */
export function createMailDoor(the: Needs): MailDoor {
  const { guard, resolveTxt: resolve = systemTxtResolver() } = the;
  return {
    check: (imap, smtp) =>
      checkMailbox({
        imap: { guard, imap, credentials: async () => ({ user: imap.user, pass: imap.password }), folders: {} },
        smtp: { guard, smtp, credentials: async () => ({ user: smtp.user, pass: smtp.password }) },
      }),
    detect: (email) => detectMailbox(email),
    checkDomains: (mailbox, selector) => checkSenderDomains({ ...the, resolve }, mailbox, selector),
    async sendTest(mailbox, from, to) {
      const started = performance.now();
      const domain = from.address.split('@').at(-1);
      const raw = await composeMail({
        from,
        to: [to],
        subject: `Test letter from ${from.address}`,
        messageId: `<test.${crypto.randomUUID()}@${domain}>`,
        date: new Date(),
        html: '<p>Sending from this mailbox works. You can answer this letter: it comes back as a ticket.</p>',
        text: 'Sending from this mailbox works. You can answer this letter: it comes back as a ticket.\n',
        automatic: 'auto-generated',
      });
      const result = await sendMail(smtpSettingsOf(mailbox, the), {
        envelope: { from: from.address, to: [to.address] },
        raw,
      });
      const refused = result.never[0] ?? result.later[0];
      const key = result.error?.key ?? (refused ? 'smtp_refused' : null);
      return {
        step: 'smtp',
        ok: result.accepted.length > 0,
        key,
        message: key === null ? null : mailErrors[key],
        details: result.error?.details ?? refused?.reason ?? null,
        took_ms: Math.round(performance.now() - started),
      };
    },
    processAgain: (person, id) => readMailAgain(the, person, id),
    moveToTicket: (person, id, number) => moveMailToTicket(the, person, id, number),
  };
}
