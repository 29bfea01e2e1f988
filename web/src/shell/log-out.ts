import { call } from '../lib/call.ts';
import { errorText } from '../lib/error-text.ts';
import type { Messages } from '../lib/messages.ts';
import { forgetTab } from '../lib/stored.ts';
import { isEmbedded } from '../lib/host-page.ts';
import { endSession } from '../lib/session-store.ts';
import { paths } from '../paths.ts';
import { showAlert } from './alerts.ts';

/** Ends the session and leads to the login; answers false, with an alert, when the server could not be told. */
export async function logOut(messages: Messages): Promise<boolean> {
  try {
    await call('POST /api/v1/logout', {});
  } catch (error) {
    showAlert({ type: 'Error', message: errorText(error, messages) });
    return false;
  }
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
