import { call } from '../lib/call.ts';
import { errorText } from '../lib/error-text.ts';
import type { Messages } from '../lib/messages.ts';
import { forgetTab } from '../lib/stored.ts';
import { isEmbedded } from '../lib/host-page.ts';
import { endSession, session } from '../lib/session-store.ts';
import { paths } from '../paths.ts';
import { showAlert } from './alerts.ts';

/**
 * Ends the session and leads to the login. Before that it asks about messages that are not sent yet; afterwards nothing that the
 * person wrote is left on the device. Answers false when they stay, or, with an alert, when the server could not be told.
 */
export async function logOut(messages: Messages): Promise<boolean> {
  const { user } = session.get();
  // What cannot be loaded without network is not missed: the server could not be told either.
  const unsent = user && (await import('../features/chat/unsent.tsx').catch(() => null));
  if (user && unsent && !(await unsent.mayLeave(user.uid))) return false;
  try {
    await call('POST /api/v1/logout', {});
  } catch (error) {
    showAlert({ type: 'Error', message: errorText(error, messages) });
    return false;
  }
  if (user && unsent) await unsent.forgetUnsent(user.uid);
  forgetTab();
  if (isEmbedded()) {
    // The host is told and decides; a fresh page would ask it for a session again.
    endSession();
    return true;
  }
  // A fresh page: nothing of this person stays in memory.
  window.location.assign(paths.login);
  return true;
}
