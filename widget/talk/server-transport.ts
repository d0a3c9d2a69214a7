import { openLine } from './line.ts';
import { type Calls, type ChatFile, type Refusal, Refused, type Transport, type Who } from './transport.ts';

const answerSecondsMax = 30;

type Answer = { success: boolean; data: never; errors?: Refusal[] };

/** The server's calls and its socket. No cookie goes along: the visitor is whoever shows the token. */
export function createServerTransport(server: string, quidget: number): Transport {
  const asking = (who: Who) => ({ quidget, token: who.token, ...(who.identity && { identity: who.identity }) });

  return {
    async call(path, who, data) {
      const answer = await fetch(`${server}/api/${path}`, {
        method: 'POST',
        credentials: 'omit',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data: { ...asking(who), ...data } }),
        signal: AbortSignal.timeout(answerSecondsMax * 1000),
      });
      const { data: told } = judged(answer.status, await answer.text());
      return told as Calls[typeof path];
    },

    upload: (who, key, file, loaded, signal) =>
      new Promise<ChatFile>((done, failed) => {
        // `fetch` tells nothing of what has gone.
        const request = new XMLHttpRequest();
        const form = new FormData();
        const { identity, ...plain } = asking(who);
        for (const [name, value] of Object.entries({ ...plain, key })) form.append(name, String(value));
        if (identity) form.append('identity', JSON.stringify(identity));
        form.append('file', file);
        request.open('POST', `${server}/api/chat/upload`);
        request.upload.onprogress = (event) => loaded(event.loaded / event.total);
        request.onerror = request.onabort = () => failed(new Error('unreachable'));
        request.onload = () => {
          try {
            const answer = judged(request.status, request.responseText);
            done((answer.data as { file: ChatFile }).file);
          } catch (error) {
            failed(error);
          }
        };
        signal.addEventListener('abort', () => request.abort());
        request.send(form);
      }),

    connect: (who, heard) => openLine(`${server.replace(/^http/, 'ws')}/chat/ws`, { v: 1, ...asking(who) }, heard),
  };
}

/** A proxy's page is no answer of ours, whatever its status says, and a server in trouble is as good as none. */
function judged(status: number, text: string): Answer {
  const answer = JSON.parse(text) as Answer;
  if (answer.success) return answer;
  throw status < 500 && answer.errors ? new Refused(answer.errors) : new Error('unreachable');
}
