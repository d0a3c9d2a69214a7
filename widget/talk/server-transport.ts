import { openLine } from './line.ts';
import { prove } from './prove.ts';
import { type Calls, type ChatFile, type Refusal, Refused, type Transport } from './transport.ts';

const answerMsMax = 30_000;

type Answer<T> = { success: boolean; data: T; errors?: Refusal[] };

/** The server's calls and its socket. No cookie goes along: the visitor is whoever shows the token. */
export function createServerTransport(server: string, quidget: number): Transport {
  return {
    async call(path, who, data) {
      const answer = await fetch(`${server}/api/${path}`, {
        method: 'POST',
        credentials: 'omit',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data: { quidget, ...who, ...data } }),
        signal: AbortSignal.timeout(answerMsMax),
      });
      const told = (await answer.json()) as Answer<Calls[typeof path]>;
      const task = told.errors?.[0]?.values?.task;
      // Once for a word. Who is asked again, and pages over http, which cannot, wait as long as the refusal says.
      return task && !data.proof && crypto.subtle
        ? this.call(path, who, { ...data, proof: await prove(task) })
        : judged(answer.status, told);
    },

    upload: (who, key, file, loaded, signal) =>
      new Promise<ChatFile>((done, failed) => {
        // `fetch` tells nothing of what has gone.
        const request = new XMLHttpRequest();
        const form = new FormData();
        for (const [name, value] of Object.entries({ quidget, ...who, key }))
          form.append(name, typeof value === 'object' ? JSON.stringify(value) : `${value}`);
        form.append('file', file);
        request.open('POST', `${server}/api/chat/upload`);
        request.upload.onprogress = (event) => loaded(event.loaded / event.total);
        request.onerror = request.onabort = failed;
        request.onload = () => {
          try {
            done(judged(request.status, JSON.parse(request.responseText) as Answer<{ file: ChatFile }>).file);
          } catch (error) {
            failed(error);
          }
        };
        signal.addEventListener('abort', () => request.abort());
        request.send(form);
      }),

    connect: (who, heard) => openLine(`${server.replace(/^http/, 'ws')}/chat/ws`, { v: 1, quidget, ...who }, heard),
  };
}

/** A proxy's page is no answer of ours, whatever its status says, and a server in trouble is as good as none. */
function judged<T>(status: number, answer: Answer<T>): T {
  if (answer.success) return answer.data;
  throw status < 500 && answer.errors ? new Refused(answer.errors) : new Error();
}
