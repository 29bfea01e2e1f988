import { createRoot } from 'react-dom/client';
import { forgetComposing } from './composing.ts';
import { drafts, forgetDrafts, unsavedDrafts } from './drafts.ts';
import { forgetOutbox, outbox, readOutbox } from './outbox.ts';
import { isUntold } from './send-errors.ts';
import { UnsentDialog } from './unsent-dialog.tsx';

/** How long what is just being sent is waited for before anything is asked, in milliseconds, and how often it is looked at. */
const graceMs = 1_500;
const lookMs = 100;
/** How long the dialog takes to go. */
const goesMs = 300;

const isWaiting = (uid: string): boolean =>
  outbox.get().some(({ failure }) => failure?.isFinal !== true) || unsavedDrafts(uid) > 0;

/** Whether somebody may sign out: nothing of theirs is unsent, or they say that it may be lost. */
export async function mayLeave(uid: string): Promise<boolean> {
  await readOutbox().catch(() => undefined);
  drafts.sendAll();
  for (let waited = 0; waited < graceMs && navigator.onLine && isWaiting(uid); waited += lookMs)
    await new Promise((done) => setTimeout(done, lookMs));
  if (outbox.get().length === 0 && unsavedDrafts(uid) === 0) return true;
  isUntold.set(true);
  return new Promise((resolve) => {
    // Of its own: whatever opened it, a menu or a page, may be gone by the time somebody answers.
    const box = document.body.appendChild(document.createElement('div'));
    const root = createRoot(box);
    let isAnswered = false;
    const onAnswer = (leaves: boolean) => {
      if (isAnswered) return;
      isAnswered = true;
      isUntold.set(false);
      resolve(leaves);
      setTimeout(() => {
        root.unmount();
        box.remove();
      }, goesMs);
    };
    root.render(<UnsentDialog uid={uid} onAnswer={onAnswer} />);
  });
}

/** Removes from this device what somebody has written and not sent. */
export async function forgetUnsent(uid: string): Promise<void> {
  forgetDrafts(uid);
  forgetComposing();
  await forgetOutbox(uid).catch(() => undefined);
}
