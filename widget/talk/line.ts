import type { ChatSaid, ChatTold } from '#contract/quidget-chat.ts';
import type { Line, LineState } from './transport.ts';

const helloSecondsMax = 10;
const pauseSecondsMax = 30;
/** The server says something every 30 s. After so long a silence the device slept, or the socket is half open and dead. */
const silenceMsMax = 75_000;
/** Somebody looks, or there is a network again: one beat that did not come is enough. */
const doubtMsMin = 35_000;
const lookMs = 2000;
/** So often in a row without a hello, and sockets are taken to be barred here. It is tried further all the same. */
const triesUntilBarred = 2;

/** Grows with every try, and differs between visitors: after a restart of the server they must not all come at once. */
export const pauseMs = (tries: number, chance: number): number =>
  Math.min(pauseSecondsMax, 2 ** tries) * 1000 * (0.25 + 0.75 * chance);

/** A socket that is opened again for as long as it is wanted. */
export function openLine(
  url: string,
  hello: object,
  heard: { told(told: ChatTold): void; state(state: LineState): void },
): Line {
  let socket: WebSocket | undefined;
  let tries = 0;
  let heardAt = 0;
  let isUp = false;
  let isClosed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Clocks are put back, too. */
  const doubt = (ms: number) => isUp && Math.abs(Date.now() - heardAt) > ms && open();
  const watch = setInterval(doubt, lookMs, silenceMsMax);

  function open(): void {
    clearTimeout(timer);
    isUp = false;
    socket?.close();
    let mine: WebSocket;
    try {
      mine = socket = new WebSocket(url);
    } catch {
      // A policy of the page that names no socket.
      lost(0);
      return;
    }
    timer = setTimeout(() => mine.close(), helloSecondsMax * 1000);
    mine.onopen = () => mine.send(JSON.stringify(hello));
    mine.onmessage = ({ data }) => {
      if (mine !== socket) return;
      heardAt = Date.now();
      const told = JSON.parse(data) as ChatTold; // the server checks what it says
      if (told.kind === 'hello') {
        clearTimeout(timer);
        tries = 0;
        isUp = true;
        heard.state('up');
      } else heard.told(told);
    };
    mine.onclose = ({ code }) => mine === socket && lost(code);
  }

  function lost(code: number): void {
    clearTimeout(timer);
    socket = undefined;
    if (isClosed) return;
    isUp = false;
    if (code > 4399 && code < 4405) close();
    else timer = setTimeout(open, pauseMs(tries++, Math.random()));
    heard.state(isClosed ? 'over' : tries > triesUntilBarred ? 'barred' : 'down');
  }

  function close(): void {
    isClosed = true;
    clearTimeout(timer);
    clearInterval(watch);
    socket?.close();
  }

  open();
  return {
    say(said: ChatSaid) {
      if (isUp) socket?.send(JSON.stringify(said));
    },
    hurry() {
      if (!isClosed && !socket) open();
      doubt(doubtMsMin);
    },
    close,
  };
}
