import { useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react';
import type { RealtimeEvent, Whereabouts } from '#contract/realtime.ts';
import { isApiError } from '../api/problem.ts';
import { refetchSelf } from '../api/self.ts';
import { markSession, useSessionState } from '../api/session.ts';
import { checkRights, rightsIn } from './check-rights.ts';
import { askAgainForWhatFailed, makeInvalidator } from './invalidate.ts';
import { isKeptPage, knownAt, markKnownAt } from './known-at.ts';
import { knownFrom } from './known-from.ts';
import { openSocket, type RealtimeSocket, type RealtimeState } from './socket.ts';

const SocketContext = createContext<RealtimeSocket | null>(null);

/** Keeps the socket open while somebody is signed in, and what the cache holds true to what it says. */
export function Realtime({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [socket, setSocket] = useState<RealtimeSocket | null>(null);
  useEffect(() => {
    const from = knownFrom();
    const opened = openSocket(socketUrl(), from);
    const invalidator = makeInvalidator(client);
    let isFirstHello = true;
    // Otherwise what was fetched before the socket listened may have changed in between, or the browser had kept it.
    let wasTold = from !== null;
    let rights = rightsIn(client);
    const stop = opened.onEvent((event) => {
      // News of the moment, which no query holds.
      if (event.entity === 'watchers') return;
      // What is missing (a password, a code, two-factor itself) only the server knows.
      if (event.action === 'signed_out')
        refetchSelf(client).catch((error: unknown) => {
          // Whoever is kept from working is told so by the desk, and is signed in all the same.
          if (!isApiError(error, 'company_suspended')) markSession('out');
        });
      else if (event.action === 'resync') void client.invalidateQueries();
      else if (event.action === 'hello') {
        if (isFirstHello && !wasTold) void client.invalidateQueries();
        else {
          if (!isFirstHello) void askAgainForWhatFailed(client);
          void checkRights(client, rights);
        }
        isFirstHello = false;
      } else invalidator.take(event);
    });
    let wasLive = false;
    opened.onState(() => {
      if (opened.state === 'offline') {
        if (isFirstHello) wasTold = false;
        if (wasLive) {
          rights = rightsIn(client);
          markKnownAt(opened.lastHeard);
        }
        // Nobody ever told what happened since the page came.
        else if (knownAt() === null && !isKeptPage()) markKnownAt(performance.timeOrigin);
      }
      wasLive = opened.state === 'live';
    });
    setSocket(opened);
    return () => {
      stop();
      invalidator.stop();
      opened.close();
      setSocket(null);
    };
  }, [client]);
  useSessionWatch(socket);
  return <SocketContext value={socket}>{children}</SocketContext>;
}

/** A socket that cannot come back may have lost its session: then it is asked for, and afterwards the socket returns. */
function useSessionWatch(socket: RealtimeSocket | null): void {
  const client = useQueryClient();
  const isIn = useSessionState() === 'in';
  useEffect(
    () =>
      socket?.onState(() => {
        // Without a network there is no answer to this either.
        if (socket.state === 'offline') refetchSelf(client).catch(() => {});
      }),
    [socket, client],
  );
  useEffect(() => {
    if (isIn) socket?.retry();
  }, [isIn, socket]);
}

/** Hears what the socket says, besides what is made of it here. */
export function useRealtimeEvents(take: (event: RealtimeEvent) => void): void {
  const socket = useContext(SocketContext);
  const takeNow = useEffectEvent(take);
  useEffect(() => socket?.onEvent((event) => takeNow(event)), [socket]);
}

/** Tells the server where this desk is. */
export function useSayWhere(): (at: Whereabouts['at']) => void {
  const socket = useContext(SocketContext);
  return useCallback((at) => socket?.sayWhere(at), [socket]);
}

export function useRealtimeState(): RealtimeState {
  const socket = useContext(SocketContext);
  return useSyncExternalStore(
    (changed) => socket?.onState(changed) ?? (() => {}),
    () => socket?.state ?? 'connecting',
  );
}

function socketUrl(): string {
  const url = new URL(`${import.meta.env.BASE_URL}ws`, window.location.href);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url.href;
}
