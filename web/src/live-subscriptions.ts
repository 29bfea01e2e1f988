import { sendKeptScans } from './features/door-scans/waiting-scans.ts';
import { reportUnread } from './features/chat/list/host-unread.ts';
import { startSending } from './features/chat/queue/unsent.ts';
import { showSendErrors } from './features/chat/queue/send-errors.ts';
import { savePushes } from './features/notifications/push-device.ts';
import { reportTimeZone } from './features/notifications/report-time-zone.ts';
import { keepSocketOpen } from './lib/live-socket.ts';
import { keepFilesIfAllowed, keepOfflineData } from './lib/offline-data.ts';
import { nextTask } from './lib/next-task.ts';
import { signInWhenReached } from './lib/offline-state.ts';
import { subscriptions } from './lists/live.ts';
import { conversationLink } from './paths.ts';
import { router } from './routes.tsx';
import { isAtRest } from './shell/bar-icon.tsx';
import { offlinePart } from './shell/kept-part.ts';
import { warmUp } from './warm-up.ts';

/*
 * Handles events of the realtime hub on every page. This module loads once a user is signed in and the page is
 * idle, because nothing visible depends on it at first.
 */

const showFailedMessages = () =>
  showSendErrors((conversation) => void router.navigate(conversationLink(conversation)));

/** Loads what describes the page without network, once it is lost. */
function followWhenOffline(): void {
  const follow = () =>
    void offlinePart.load().then(
      ({ followOfflinePage }) =>
        followOfflinePage((listener) => router.subscribe('onResolved', listener)),
      // The worker hasn't stored it yet. The notice then has no details.
      () => window.addEventListener('offline', follow, { once: true }),
    );
  if (!navigator.onLine || signInWhenReached.get() !== null) follow();
  else window.addEventListener('offline', follow, { once: true });
}

/**
 * Opens the socket, subscribes the features, sends unsent messages and scans, and loads the unread counts. Then it preloads
 * what may be needed offline. Call this once.
 */
export async function startLive(): Promise<void> {
  // One task each, as in main.tsx.
  for (const begin of [
    ...Object.values(subscriptions),
    startSending,
    sendKeptScans,
    showFailedMessages,
    reportUnread,
    keepSocketOpen,
    keepOfflineData,
  ]) {
    begin();
    await nextTask();
  }
  isAtRest.set(true);
  await savePushes().catch(() => undefined);
  // The next visit tries again.
  await reportTimeZone().catch(() => undefined);
  followWhenOffline();
  await warmUp();
  await keepFilesIfAllowed();
}
