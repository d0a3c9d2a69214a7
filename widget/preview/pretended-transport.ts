import type { ChatMessage, Conversation } from '#contract/quidget-chat.ts';
import type { PreviewShown } from '#contract/quidget-preview.ts';
import type { Calls, Transport } from '../talk/transport.ts';

export const previewKey = 'preview';
const answerMs = 1200;

/** Behaves as a server would, with a conversation that was never held. Nothing leaves the page. */
export function createPretendedTransport(talk: PreviewShown['talk']): Transport {
  const now = Date.now();
  const agent = talk.find((one) => one.name)?.name ?? '';
  let nextId = 1;
  let [state, rating] = ['open' as Conversation['state'], null as Conversation['rating']];
  const write = (
    text: string,
    name: string | null,
    minutesAgo: number,
    clientId: string | null = null,
  ): ChatMessage => ({
    id: nextId++,
    client_id: clientId,
    from: name === null ? 'visitor' : 'agent',
    name: name ?? '',
    picture: null,
    text,
    files: [],
    at: new Date(now - minutesAgo * 60_000).toISOString(),
  });
  const messages = talk.map(({ text, name }, at) => write(text, name, (talk.length - at) * 2));
  const conversation = (): Conversation => {
    const last = messages.at(-1);
    return {
      ...{ key: previewKey, number: 'LO-4402', state, rating, unread: 0, has_email: true, with: agent },
      read_by_visitor: nextId,
      read_by_agent: nextId,
      agent_read_at: new Date(now).toISOString(),
      last: last ? { from: last.from, name: last.name, text: last.text, at: last.at } : null,
    };
  };
  const add = (text: unknown, clientId: unknown) => {
    state = 'open';
    const message = write(String(text), null, 0, String(clientId));
    messages.push(message);
    return message;
  };
  const answers: { [P in keyof Calls]: (data: Record<string, unknown>) => Calls[P] } = {
    'chat/begin': ({ text, client_id }) => {
      add(text, client_id);
      return { conversation: conversation(), messages };
    },
    'chat/send': ({ text, client_id }) => ({ message: add(text, client_id), conversation: conversation() }),
    'chat/conversations': () => ({ conversations: [conversation()] }),
    'chat/messages': ({ after = 0 }) => ({
      conversation: conversation(),
      messages: messages.filter((one) => one.id > Number(after)),
      has_more: false,
    }),
    'chat/read': () => ({ conversation: conversation() }),
    'chat/rate': ({ rating: given }) => {
      rating = given === 'good' ? 'good' : 'bad';
      return { conversation: conversation() };
    },
    'chat/transcript': () => ({}),
    'chat/end': () => {
      state = 'ended';
      return { conversation: conversation() };
    },
  };

  return {
    call: (path, _who, data) => Promise.resolve(answers[path](data)),
    upload: (_who, _key, file) =>
      Promise.resolve({ id: nextId++, name: file.name, size: file.size, content_type: '', url: '', is_picture: false }),
    connect(_who, heard) {
      const timer = setTimeout(() => heard.state('up'));
      return {
        say({ kind }) {
          // Somebody answers as soon as one writes.
          if (kind === 'typing')
            setTimeout(() => heard.told({ kind: 'typing', key: previewKey, name: talk[1]?.name ?? '' }), answerMs);
        },
        hurry: () => undefined,
        close: () => clearTimeout(timer),
      };
    },
  };
}
