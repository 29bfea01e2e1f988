import { hearChat } from './features/chat/chat.live.ts';
import { keepOutbox } from './features/chat/outbox.ts';
import { hearConnections } from './features/connections/connections.live.ts';
import { keepLive } from './lib/live-socket.ts';
import { isAtRest } from './shell/bar-icon.tsx';

/*
 * What the whole app does with what the realtime hub says, on every page. Loaded when the page is at rest: nothing that people
 * see at first waits for it.
 */

/** Opens the socket, lets the features hear, sends what waits in the outbox, and asks what is unread. Called once. */
export function hearLive(): void {
  hearConnections();
  hearChat();
  keepOutbox();
  keepLive();
  isAtRest.set(true);
}
