import type { ChatSaid, ChatTold } from '#contract/quidget-chat.ts';
import type { Line, LineState } from './transport.ts';

const helloSecondsMax = 10;
const pauseSecondsMax = 30;
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
  let [tries, isUp, isClosed] = [0, false, false];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function open(): void {
    clearTimeout(timer);
    let mine: WebSocket;
    try {
      mine = socket = new WebSocket(url);
    } catch {
      // A policy of the page that names no socket.
      lost();
      return;
    }
    timer = setTimeout(() => mine.close(), helloSecondsMax * 1000);
    mine.onopen = () => mine.send(JSON.stringify(hello));
    mine.onmessage = ({ data }) => {
      if (mine !== socket) return;
      const told = read(data);
      if (told?.kind === 'hello') {
        clearTimeout(timer);
        [tries, isUp] = [0, true];
        heard.state('up');
      } else if (told) heard.told(told);
    };
    mine.onclose = () => mine === socket && lost();
  }

  function lost(): void {
    clearTimeout(timer);
    socket = undefined;
    if (isClosed) return;
    isUp = false;
    tries++;
    heard.state(tries > triesUntilBarred ? 'barred' : 'down');
    timer = setTimeout(open, pauseMs(tries - 1, Math.random()));
  }

  open();
  return {
    say(said: ChatSaid) {
      if (isUp) socket?.send(JSON.stringify(said));
    },
    hurry() {
      if (!socket) open();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}

function read(data: unknown): ChatTold | undefined {
  try {
    return JSON.parse(String(data)) as ChatTold;
  } catch {
    return undefined;
  }
}
