import { io } from 'socket.io-client';
import type { LiveEvent } from '#contract/live.ts';
import { livePath } from '#contract/live-limits.ts';
import { bearerParts } from './call.ts';
import { rememberPosition } from './log-position.ts';
import { dispatchLive, liveState, setLiveSender, type LiveAnswer } from './live.ts';
import { authStatus, session } from './session-store.ts';

/** Time after which a new token is sent, in milliseconds: well before the current one expires (ten minutes). */
const renewMs = 6 * 60_000;
/** The random delay before reconnecting after the server closed or rejected the socket, in milliseconds. */
const reconnectMs = { least: 300, most: 2_000 } as const;

/** Keeps a socket open in this tab while a user is signed in. Call this once. */
export function keepSocketOpen(): void {
  const socket = io({
    path: livePath,
    addTrailingSlash: false,
    // Prefer a WebSocket. Networks that block it still allow plain requests.
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    autoConnect: false,
    reconnectionDelay: reconnectMs.least,
    reconnectionDelayMax: 4_000,
    randomizationFactor: 0.5,
    timeout: 8_000,
    // Called for each connection. The token is in the body of the handshake, never in a URL.
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
  const reconnect = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(
      () => isWanted() && socket.connect(),
      reconnectMs.least + Math.random() * (reconnectMs.most - reconnectMs.least),
    );
  };
  const renew = async () => {
    // A 401 here ends the session, and the socket with it.
    const { jwt } = await bearerParts.renew();
    if (socket.connected) await socket.timeout(10_000).emitWithAck('renew', { token: jwt });
  };
  const onRefused = () => void renew().then(reconnect, reconnect);

  socket.on('live', (...events: LiveEvent[]) => {
    for (const event of events) {
      if (event.kind === 'position') rememberPosition(event.position);
      if (event.kind === 'resync') liveState.set('here');
      // The server reports an ended session. The next call verifies it.
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
    // The library reconnects on its own, unless the server closed the socket.
    if (reason === 'io server disconnect') reconnect();
  });
  socket.on('connect_error', (error) => {
    if (liveState.get() === 'here') liveState.set('away');
    // The server's error has a code. If the server wasn't reached, the library keeps trying.
    const { code } = (error as { data?: { code?: string } }).data ?? {};
    if (code === 'invalid_token') onRefused();
    else if (!socket.active) reconnect();
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
  // Reconnect immediately after a device wakes up or goes online.
  window.addEventListener('online', look);
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && look(),
  );
  look();
}
