import { logout } from '#contract/sessions/calls.ts';
import { call } from '../lib/call.ts';
import { errorText } from '../lib/error-text.ts';
import { loadWithRetry } from '../lib/lazy-component.ts';
import type { Messages } from '../lib/messages.ts';
import { forgetStart } from '../lib/offline-start.ts';
import { forgetTab } from '../lib/stored.ts';
import { isEmbedded } from '../lib/host-page.ts';
import { clearSession, session } from '../lib/session-store.ts';
import { paths } from '../paths.ts';
import { showAlert } from '../ui/alerts.ts';
import { keptPart } from './kept-part.ts';
import { unsentPart } from './unsent-part.ts';

type Unsent = Awaited<ReturnType<typeof unsentPart.load>>;

/**
 * Ends the session and opens the sign-in page. First, it asks about unsent messages; afterwards, it removes everything that
 * the user wrote from the device. Returns false if the user cancels, or, with an alert, if the server can't be reached or
 * unsent messages can't be checked.
 */
export async function logOut(messages: Messages): Promise<boolean> {
  const { user } = session.get();
  let unsent: Unsent | null = null;
  try {
    // Without this code, unsent messages couldn't be found and would stay on the device.
    unsent = user && (await loadWithRetry(unsentPart.load));
    if (user && unsent && !(await unsent.canSignOut(user.uid))) return false;
    await call(logout, {});
  } catch (error) {
    showAlert({ type: 'Error', message: errorText(error, messages) });
    return false;
  }
  if (user && unsent) await unsent.forgetUnsent(user.uid);
  forgetTab();
  forgetStart();
  // If this fails, the stored data is still inaccessible, because it opens only for its owner.
  await keptPart.load().then(
    ({ forgetKept }) => forgetKept(),
    () => undefined,
  );
  if (isEmbedded()) {
    // The host decides what happens next. A new page would ask it for a session again.
    clearSession();
    return true;
  }
  // A page load, so that nothing of this user stays in memory.
  window.location.assign(paths.login);
  return true;
}
