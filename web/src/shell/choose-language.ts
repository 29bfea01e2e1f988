import { updateProfile } from '#contract/people/calls.ts';
import { call } from '../lib/call.ts';
import { errorText } from '../lib/error-text.ts';
import { setLocale, translate, type Locale } from '../lib/messages.ts';
import { storeUser } from '../lib/session-store.ts';
import { showAlert } from '../ui/alerts.ts';

/** Applies the user's choice immediately on this device, and saves it in the account for others. */
export async function chooseLanguage(locale: Locale): Promise<void> {
  await setLocale(locale, true);
  try {
    storeUser(await call(updateProfile, { locale }));
  } catch (error) {
    showAlert({ type: 'Warning', message: errorText(error, translate()), autoClose: true });
  }
}
