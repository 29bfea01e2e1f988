import { createRoot } from 'react-dom/client';
import { forgetComposing } from './composing.ts';
import { drafts, forgetDrafts, unsavedDrafts } from './drafts.ts';
import { deleteUnsentOf, unsent, readUnsent } from './unsent.ts';
import { areErrorsHidden } from './send-errors.ts';
import { UnsentDialog } from './unsent-dialog.tsx';

/** Maximum wait for messages that are being sent before asking, and the interval of checks, in milliseconds. */
const graceMs = 1_500;
const checkMs = 100;
/** Duration of the dialog's exit animation, in milliseconds. */
const exitMs = 300;

const isWaiting = (uid: string): boolean =>
  unsent.get().some(({ failure }) => failure?.isFinal !== true) || unsavedDrafts(uid) > 0;

/** Returns whether the user can sign out: nothing is unsent, or they agreed to lose it. */
export async function canSignOut(uid: string): Promise<boolean> {
  await readUnsent().catch(() => undefined);
  drafts.sendAll();
  for (let waited = 0; waited < graceMs && navigator.onLine && isWaiting(uid); waited += checkMs)
    await new Promise((done) => setTimeout(done, checkMs));
  if (unsent.get().length === 0 && unsavedDrafts(uid) === 0) return true;
  areErrorsHidden.set(true);
  return new Promise((resolve) => {
    // The dialog has its own root, because the menu or page that opened it may be unmounted before the user answers.
    const box = document.body.appendChild(document.createElement('div'));
    const root = createRoot(box);
    let isAnswered = false;
    const onAnswer = (leaves: boolean) => {
      if (isAnswered) return;
      isAnswered = true;
      areErrorsHidden.set(false);
      resolve(leaves);
      setTimeout(() => {
        root.unmount();
        box.remove();
      }, exitMs);
    };
    root.render(<UnsentDialog uid={uid} onAnswer={onAnswer} />);
  });
}

/** Removes the user's unsent messages and drafts from this device. */
export async function forgetUnsent(uid: string): Promise<void> {
  forgetDrafts(uid);
  forgetComposing();
  await deleteUnsentOf(uid).catch(() => undefined);
}
