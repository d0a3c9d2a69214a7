import type { ApiClient } from './api-client.ts';
import { aPixel } from './two-companies.ts';

export const hanna = [{ name: 'Hanna', address: 'hanna@lindqvist.test' }];
export const [desk, phone] = [crypto.randomUUID(), crypto.randomUUID()];
export const written = (ticketId: number, text: string, more: object = {}) => ({
  ...{
    ticket_id: ticketId,
    kind: 'reply',
    body_html: `<p>${text}</p>`,
    recipients: null,
    from: null,
    template_ids: [],
  },
  ...{ mentions: [], signs: 1, attachments: [], base_version: 0, typed_ms_ago: 0, device: desk, ...more },
});
export const reply = (
  ticketId: number,
  text: string,
  more: { hold_seconds?: number; send_at?: string; [field: string]: unknown } = {},
) => ({
  ...{ ticket_id: ticketId, client_id: crypto.randomUUID(), body_html: `<p>${text}</p>`, to: hanna, ...more },
});
export const ofTicket = async (api: ApiClient, ticketId: number) =>
  (await api.call('drafts/of-ticket', { ticket_id: ticketId })).body.data;
export const save = async (api: ApiClient, data: object) => (await api.call('drafts/save', data)).body.data;
export const problem = (answer: Awaited<ReturnType<ApiClient['call']>>) => [
  answer.status,
  answer.body.errors?.[0]?.key,
  answer.body.errors?.[0]?.field,
];
export const ticketRow = async (api: ApiClient, id: number, fields: string[]) =>
  (await api.post('tickets/get', { fields, filter: { conditions: [['id', '=', id]] } })).body.data.tickets[0];
export const upload = async (api: ApiClient): Promise<number> =>
  (await api.upload('table.png', aPixel)).body.data.files[0].id;
export const lettersIn = async (api: ApiClient, ticketId: number) =>
  (
    await api.post('messages/get', {
      fields: ['id', 'kind', 'body_text', 'client_id', 'attachments', 'delivery'],
      filter: { conditions: [['ticket_id', '=', ticketId]] },
      sort: [['id', 'asc']],
    })
  ).body.data.messages;
export const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
export const until = async <T>(look: () => Promise<T | undefined | false>): Promise<T> => {
  for (;;) {
    const found = await look();
    if (found) return found;
    await new Promise((then) => setTimeout(then, 50));
  }
};
