import { hearChat } from './features/chat/chat.live.ts';
import { tellUnread } from './features/chat/list/host-unread.ts';
import { keepOutbox } from './features/chat/queue/outbox.ts';
import { tellRefused } from './features/chat/queue/send-errors.ts';
import { hearConnections } from './features/connections/connections.live.ts';
import { hearNotifications } from './features/notifications/notifications.live.ts';
import { keepPushes } from './features/notifications/push-device.ts';
import { tellZone } from './features/notifications/report-time-zone.ts';
import { keepLive } from './lib/live-socket.ts';
import { nextTask } from './lib/next-task.ts';
import { conversationLink } from './paths.ts';
import { router } from './routes.tsx';
import { isAtRest } from './shell/bar-icon.tsx';
import { warmUp } from './warm-up.ts';

/*
 * What the whole app does with what the realtime hub says, on every page. Loaded once somebody is signed in and the page
 * is at rest: nothing that people see at first waits for it.
 */

const tellRefusals = () =>
  tellRefused((conversation) => void router.navigate(conversationLink(conversation)));

/**
 * Opens the socket, lets the features hear, sends what waits in the outbox, and asks what is unread; then fetches what may be reached
 * for without network. Called once.
 */
export async function hearLive(): Promise<void> {
  // A task each, as in main.tsx.
  for (const begin of [
    hearConnections,
    hearNotifications,
    hearChat,
    keepOutbox,
    tellRefusals,
    tellUnread,
    keepLive,
  ]) {
    begin();
    await nextTask();
  }
  isAtRest.set(true);
  await keepPushes().catch(() => undefined);
  // The next visit tries again.
  await tellZone().catch(() => undefined);
  await warmUp();
}
