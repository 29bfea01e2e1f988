import { notLoggedIn } from '../../lib/call-error.ts';
import { session } from '../../lib/session-store.ts';
import { signInHere } from '../../shell/start-app.ts';

/** The same person, with tokens; the page stays theirs while nobody is. */
export async function signInAgain(owner: string): Promise<void> {
  const before = session.get();
  await signInHere(false);
  if (session.get().user?.uid === owner) return;
  session.set(before);
  throw notLoggedIn();
}
