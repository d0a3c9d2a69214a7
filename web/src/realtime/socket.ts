import { WebSocket as ReconnectingSocket } from 'partysocket';
import { type RealtimeEvent, realtimeEvent, type Whereabouts } from '#contract/realtime.ts';

const reconnectMinMs = 300;
/** Many desks must not come back in the same instant. */
const reconnectJitterMs = 700;
const reconnectMaxMs = 8_000;
/** Said more often, the last word counts; the server lets go who chatters. */
const wordsEveryMs = 1_100;
const pulseMs = 1_000;
/** A hidden tab's timers may run once a minute; a pause longer than that was sleep, and the connection is a ghost. */
const asleepMs = 90_000;
/** The server beats every half a minute: a line on which nothing came for so long is dead, though nobody said so. */
const deafMs = 80_000;
/** Whoever leaves a line that is still being made gives it so long to be there and be closed. */
const leavingMs = 4_000;

export type RealtimeState = 'connecting' | 'live' | 'offline';
export type RealtimeSocket = {
  readonly state: RealtimeState;
  /** When it was last heard, by the clock of this computer: milliseconds since the epoch. */
  readonly lastHeard: number;
  /** Called with every event, and with every change of the state. Answers how to stop. */
  onEvent: (listener: (event: RealtimeEvent) => void) => () => void;
  onState: (listener: () => void) => () => void;
  /** Tells where this desk is; after a pause in the connection it is told again. */
  sayWhere: (at: Whereabouts['at']) => void;
  /** Tries at once instead of waiting for its turn. */
  retry: () => void;
  close: () => void;
};

/**
 * The desk's one socket. It says from which bookmark on it wants to hear, so that a browser that slept gets what it
 * missed before what happens now, and a page what happened since `from`; it comes back by itself, and at once when the network or the tab does.
 */
export function openSocket(url: string, from: string | null = null): RealtimeSocket {
  const events = new Set<(event: RealtimeEvent) => void>();
  const states = new Set<() => void>();
  let state: RealtimeState = 'connecting';
  let bookmark = from;

  let isLeft = false;
  /** Browsers complain of a line that is given up while it is being made: whoever leaves hangs up once it is there. */
  class Line extends WebSocket {
    override close(code?: number, reason?: string): void {
      const hangUp = () => super.close(code, reason);
      if (!isLeft || this.readyState !== WebSocket.CONNECTING) {
        hangUp();
        return;
      }
      const late = setTimeout(hangUp, leavingMs);
      this.addEventListener('open', hangUp);
      this.addEventListener('close', () => clearTimeout(late));
    }
  }
  let at: Whereabouts['at'] = null;
  let said = 'null';
  let saying: ReturnType<typeof setTimeout> | undefined;
  let saidAt = -Infinity;
  const sayNow = () => {
    saying = undefined;
    const words = JSON.stringify(at);
    if (state !== 'live' || words === said) return;
    said = words;
    saidAt = performance.now();
    socket.send(JSON.stringify({ at }));
  };
  const say = () => {
    saying ??= setTimeout(sayNow, Math.max(0, saidAt + wordsEveryMs - performance.now()));
  };
  const turn = (next: RealtimeState) => {
    if (next === state) return;
    state = next;
    for (const listener of states) listener();
  };
  let heardAt = performance.now();
  let lastHeard = Date.now();
  const hear = (data: unknown) => {
    heardAt = performance.now();
    lastHeard = Date.now();
    const event = readEvent(data);
    if (!event || event.action === 'beat') return;
    bookmark = event.bookmark ?? bookmark;
    if (event.entity === 'realtime' && (event.action === 'hello' || event.action === 'resync')) {
      turn('live');
      // The server of a new connection knows nothing of it.
      said = 'null';
      say();
    }
    for (const listener of events) listener(event);
  };
  const begin = () => {
    const begun = new ReconnectingSocket(url, [], {
      WebSocket: Line,
      minReconnectionDelay: reconnectMinMs + Math.random() * reconnectJitterMs,
      maxReconnectionDelay: reconnectMaxMs,
      // What was said while we were away is refetched, never repeated.
      maxEnqueuedMessages: 0,
    });
    begun.addEventListener('open', () => begun.send(JSON.stringify({ bookmark })));
    begun.addEventListener('close', () => turn('offline'));
    begun.addEventListener('message', ({ data }) => hear(data));
    return begun;
  };
  let socket = begin();
  const retry = () => {
    if (socket.readyState !== ReconnectingSocket.CLOSED) return;
    // One that waits for its turn cannot be hurried: another takes its place.
    socket.close();
    socket = begin();
  };
  const retryNow = () => {
    if (document.visibilityState === 'visible') retry();
  };
  const anew = () => socket.reconnect();
  let pulseAt = Date.now();
  const pulse = () => {
    const pause = Date.now() - pulseAt;
    pulseAt = Date.now();
    const isDeaf = state === 'live' && performance.now() - heardAt > deafMs;
    if (pause > asleepMs || isDeaf) anew();
  };
  const timer = setInterval(pulse, pulseMs);
  window.addEventListener('online', retryNow);
  // What is on the screen grows old from now on, whenever the line itself notices.
  window.addEventListener('offline', anew);
  document.addEventListener('visibilitychange', retryNow);

  return {
    get state() {
      return state;
    },
    get lastHeard() {
      return lastHeard;
    },
    onEvent: (listener) => added(events, listener),
    onState: (listener) => added(states, listener),
    sayWhere: (next) => {
      at = next;
      say();
    },
    retry,
    close: () => {
      clearTimeout(saying);
      clearInterval(timer);
      window.removeEventListener('online', retryNow);
      window.removeEventListener('offline', anew);
      document.removeEventListener('visibilitychange', retryNow);
      isLeft = true;
      socket.close();
    },
  };
}

/** A newer server may say what this page does not know yet: that is passed over. */
function readEvent(data: unknown): RealtimeEvent | null {
  try {
    return realtimeEvent.parse(JSON.parse(String(data)));
  } catch {
    return null;
  }
}

function added<L>(to: Set<L>, listener: L): () => void {
  to.add(listener);
  return () => to.delete(listener);
}
