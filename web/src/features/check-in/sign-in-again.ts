import { notLoggedIn } from '../../lib/call-error.ts';
import { session } from '../../lib/session-store.ts';
import { signInHere } from '../../shell/start-app.ts';

/** Signs in the same person again. The page stays open while they are signed out. */
export async function signInAgain(owner: string): Promise<void> {
  const before = session.get();
  await signInHere(false);
  if (session.get().user?.uid === owner) return;
  session.set(before);
  throw notLoggedIn();
}
