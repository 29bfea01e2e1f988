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
 * Ends the session and leads to the login. Before that it asks about messages that are not sent yet; afterwards nothing that the
 * person wrote is left on the device. Answers false when they stay, or, with an alert, when the server could
 * not be told or it is not known what is unsent.
 */
export async function logOut(messages: Messages): Promise<boolean> {
  const { user } = session.get();
  let unsent: Unsent | null = null;
  try {
    // Without it nobody knows what is unsent, and it would stay on the device.
    unsent = user && (await loadWithRetry(unsentPart.load));
    if (user && unsent && !(await unsent.mayLeave(user.uid))) return false;
    await call(logout, {});
  } catch (error) {
    showAlert({ type: 'Error', message: errorText(error, messages) });
    return false;
  }
  if (user && unsent) await unsent.forgetUnsent(user.uid);
  forgetTab();
  forgetStart();
  // Without it nobody gets at what is kept either: it opens for one person.
  await keptPart.load().then(
    ({ forgetKept }) => forgetKept(),
    () => undefined,
  );
  if (isEmbedded()) {
    // The host is told and decides; a fresh page would ask it for a session again.
    clearSession();
    return true;
  }
  // A fresh page: nothing of this person stays in memory.
  window.location.assign(paths.login);
  return true;
}
