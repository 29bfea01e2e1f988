import { io } from 'socket.io-client';
import type { LiveEvent } from '#contract/live.ts';
import { livePath } from '#contract/live-limits.ts';
import { bearerParts } from './call.ts';
import { dispatchLive, liveState, setLiveSender, type LiveAnswer } from './live.ts';
import { authStatus, session } from './session-store.ts';

/** A fresh token is brought well before the one at hand runs out (ten minutes). */
const renewMs = 6 * 60_000;
/** After the server has closed the socket, or refused it, another try comes after so long, spread out, in milliseconds. */
const againMs = { least: 300, most: 2_000 } as const;

/** Keeps one socket of this tab open while somebody is signed in. Called once. */
export function keepLive(): void {
  const socket = io({
    path: livePath,
    addTrailingSlash: false,
    // A WebSocket needs no other; where a network lets none through, plain requests do.
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    autoConnect: false,
    reconnectionDelay: againMs.least,
    reconnectionDelayMax: 4_000,
    randomizationFactor: 0.5,
    timeout: 8_000,
    // Asked at each connecting; the token stands in the handshake's body, never in an address.
    auth: (bring) => {
      bearerParts.fresh().then(
        ({ jwt }) => bring({ token: jwt }),
        () => bring({ token: '' }),
      );
    },
  });
  let timer: number | undefined;
  let renewing: number | undefined;
  const isWanted = () => session.get().status === authStatus.LOGGED_IN;
  const again = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(
      () => isWanted() && socket.connect(),
      againMs.least + Math.random() * (againMs.most - againMs.least),
    );
  };
  const renew = async () => {
    // 401 here ends the session, and with it the socket.
    const { jwt } = await bearerParts.renew();
    if (socket.connected) await socket.timeout(10_000).emitWithAck('renew', { token: jwt });
  };
  const onRefused = () => void renew().then(again, again);

  socket.on('live', (...events: LiveEvent[]) => {
    for (const event of events) {
      if (event.kind === 'resync') liveState.set('here');
      // The server says so of a session that has ended; whether it has, the next call tells for certain.
      if (event.kind === 'session_ended') onRefused();
      else dispatchLive(event);
    }
  });
  socket.on('connect', () => {
    window.clearInterval(renewing);
    renewing = window.setInterval(() => void renew().catch(() => undefined), renewMs);
  });
  socket.on('disconnect', (reason) => {
    window.clearInterval(renewing);
    if (!isWanted()) return;
    liveState.set('away');
    // The library comes back by itself, except where the server closed it.
    if (reason === 'io server disconnect') again();
  });
  socket.on('connect_error', (error) => {
    if (liveState.get() === 'here') liveState.set('away');
    // An error by the server, with its code; where it was not reached, the library goes on trying.
    const { code } = (error as { data?: { code?: string } }).data ?? {};
    if (code === 'invalid_token') onRefused();
    else if (!socket.active) again();
  });
  setLiveSender(async (name, input) =>
    socket.connected
      ? ((await socket.timeout(10_000).emitWithAck(name, input)) as LiveAnswer)
      : { ok: false, code: 'unavailable' },
  );

  const look = () => {
    if (isWanted()) {
      if (liveState.get() === 'off') liveState.set('connecting');
      if (!socket.connected) socket.connect();
    } else {
      liveState.set('off');
      socket.disconnect();
    }
  };
  session.subscribe(look);
  // A device that wakes up or finds its network again does not wait for the next try.
  window.addEventListener('online', look);
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && look(),
  );
  look();
}
