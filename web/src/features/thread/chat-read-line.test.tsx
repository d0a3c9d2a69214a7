import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createInstance } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { readChat } from '#contract/chats.ts';
import { callQuery } from '../../api/call.ts';
import en from '../../i18n/en.json' with { type: 'json' };
import { ChatReadLine } from './chat-read-line.tsx';

test('an answer in one of two chats that are one ticket is read once its own visitor has read it', async () => {
  const words = createInstance();
  await words.init({ lng: 'en', resources: { en: { translation: en } } });
  const client = new QueryClient();
  const petros = { ticket_id: 7, is_closed: false, visitor_read_to: 101 };
  const hannas = { ticket_id: 8, is_closed: false, visitor_read_to: 99 };
  const of = (chats?: object[]) =>
    client.setQueryData(callQuery(readChat, { ticket_id: 7 }).queryKey, {
      chat: { visitor_read_to: 101, is_closed: false, chats },
    } as never); // all that it looks at
  const line = (id: number, origin_ticket_id: number) =>
    renderToStaticMarkup(
      <QueryClientProvider client={client}>
        <I18nextProvider i18n={words}>
          <ChatReadLine message={{ id, ticket_id: 7, origin_ticket_id }} />
        </I18nextProvider>
      </QueryClientProvider>,
    ).replaceAll(/<[^>]*>/g, '');
  of([petros, hannas]);
  expect([line(100, 7), line(100, 8), line(99, 8)]).toEqual(['Read', 'In the chat', 'Read']);
  of([petros, { ...hannas, is_closed: true }]);
  expect([line(102, 7), line(100, 8), line(99, 8)]).toEqual(['In the chat', en.thread.delivery.chat_closed, 'Read']);
  expect(line(100, 9)).toBe('');
  // What an earlier Parley answered, and a browser kept.
  of();
  expect(line(100, 7)).toBe('');
});
