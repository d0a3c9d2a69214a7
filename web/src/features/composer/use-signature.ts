import { useQuery } from '@tanstack/react-query';
import { previewTemplate } from '#contract/templates.ts';
import { callQuery } from '../../api/call.ts';
import { useSelf } from '../../api/self.ts';
import { hasVariables, withoutVariables } from './leftover-variables.ts';

/**
 * A person's signature as it goes below a reply to this ticket: with what is known of it in the place of variables. What nothing
 * is known of, or cannot be asked now, is left out; nobody is sent braces.
 */
export function useSignature(ticketId: number, isOn: boolean): string {
  const { settings, user } = useSelf();
  const { signature } = settings;
  const isFilled = isOn && hasVariables(signature);
  const { data } = useQuery({
    ...callQuery(previewTemplate, { ticket_id: ticketId, body_html: signature }),
    enabled: isFilled,
    meta: { isShown: true },
  });
  if (!isOn) return '';
  return isFilled ? withoutVariables(data?.html ?? signature, { 'agent.name': user.name }) : signature;
}
