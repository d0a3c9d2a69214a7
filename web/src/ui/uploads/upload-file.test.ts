import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../api/problem.ts';
import { uploadFile } from './upload-file.ts';

type Answer = { status: number; response: unknown; headers?: Record<string, string> };
const taken: Answer = {
  status: 200,
  response: { data: { files: [{ id: 7, name: 'plan.txt', size: 6, content_type: 'text/plain' }] } },
};
const busy: Answer = {
  status: 429,
  response: { errors: [{ key: 'too_many_requests', message: 'Wait' }] },
  headers: { 'retry-after': '2' },
};

let sent = 0;
/** The server as its answers, one after the other; the last one again and again. */
function aServerThat(...answers: [Answer, ...Answer[]]) {
  sent = 0;
  class Request {
    status = 0;
    response: unknown;
    responseType = '';
    readonly upload = {};
    onload = () => {};
    private headers: Record<string, string> = {};
    open() {}
    setRequestHeader() {}
    abort() {}
    getResponseHeader(name: string) {
      return this.headers[name] ?? null;
    }
    send() {
      const answer = answers[Math.min(sent++, answers.length - 1)] ?? taken;
      Object.assign(this, { status: answer.status, response: answer.response, headers: answer.headers ?? {} });
      queueMicrotask(() => this.onload());
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
}
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const plan = () => new File(['walnut'], 'plan.txt');
const noSignal = () => new AbortController().signal;

test('a file that the server has no room for yet waits as long as it says, and goes up', async () => {
  aServerThat(busy, busy, taken);
  const shares: number[] = [];
  const uploading = uploadFile(plan(), (share) => shares.push(share), noSignal());
  await vi.advanceTimersByTimeAsync(1900);
  expect(sent).toBe(1);
  await vi.advanceTimersByTimeAsync(2200);
  expect(await uploading).toMatchObject({ id: 7, name: 'plan.txt' });
  expect([sent, shares]).toEqual([3, [0, 0]]);
});

test('after a minute it says so, and what was taken away does not go on waiting', async () => {
  aServerThat(busy);
  const refused = uploadFile(plan(), () => {}, noSignal()).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await refused).toBeInstanceOf(ApiError);
  expect(await refused).toMatchObject({ key: 'too_many_requests', retryAfter: 2 });
  expect(sent).toBe(30);

  aServerThat(busy);
  const leaving = new AbortController();
  const left = uploadFile(plan(), () => {}, leaving.signal).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(1000);
  leaving.abort(new Error('taken away'));
  expect(await left).toMatchObject({ message: 'taken away' });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(sent).toBe(1);
});
