import { sendKeptScans } from './features/door-scans/waiting-scans.ts';
import { reportUnread } from './features/chat/list/host-unread.ts';
import { storeOutbox } from './features/chat/queue/outbox.ts';
import { showSendErrors } from './features/chat/queue/send-errors.ts';
import { savePushes } from './features/notifications/push-device.ts';
import { reportTimeZone } from './features/notifications/report-time-zone.ts';
import { keepLive } from './lib/live-socket.ts';
import { nextTask } from './lib/next-task.ts';
import { subscriptions } from './lists/live.ts';
import { conversationLink } from './paths.ts';
import { router } from './routes.tsx';
import { isAtRest } from './shell/bar-icon.tsx';
import { warmUp } from './warm-up.ts';

/*
 * What the whole app does with what the realtime hub says, on every page. Loaded once somebody is signed in and the page
 * is at rest: nothing that people see at first waits for it.
 */

const showFailedMessages = () =>
  showSendErrors((conversation) => void router.navigate(conversationLink(conversation)));

/**
 * Opens the socket, lets the features hear, sends what waits in the outbox and of scans, and asks what is unread; then fetches what may be reached
 * for without network. Called once.
 */
export async function startLive(): Promise<void> {
  // A task each, as in main.tsx.
  for (const begin of [
    ...Object.values(subscriptions),
    storeOutbox,
    sendKeptScans,
    showFailedMessages,
    reportUnread,
    keepLive,
  ]) {
    begin();
    await nextTask();
  }
  isAtRest.set(true);
  await savePushes().catch(() => undefined);
  // The next visit tries again.
  await reportTimeZone().catch(() => undefined);
  await warmUp();
}
