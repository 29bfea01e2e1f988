/*
 * After each navigation to another page the focus is on its heading, so that who does not see the page hears what it is and reads on
 * from there. A page that takes the focus itself (a form, the field for a message) keeps it.
 */

const everyMs = 50;
/** At most so long a heading is waited for: a profile has none before its answer has come. */
const waitMs = 5_000;
/** So long what closes (palette, menu, notifications) may give the focus back to where it was. */
const settleMs = 800;
/** What a person does by hand ends it. */
const byHand = ['pointerdown', 'keydown'] as const;

const headingOf = (main: Element): HTMLElement | undefined =>
  [...main.querySelectorAll('h1')].find((one) => one.checkVisibility());

/** Puts the focus there, and holds it until what has led here has closed; answers how to stop. `before` had the focus. */
export function focusHeading(before: Element | null): () => void {
  // In a host's page, somebody may be writing outside of the frame.
  if (!document.hasFocus()) return () => undefined;
  const began = performance.now();
  const look = () => {
    const past = performance.now() - began;
    if (past > waitMs) return stop();
    const main = document.getElementById('main');
    const active = document.activeElement;
    // It holds the focus until it has closed.
    if (main === null || active?.closest('[role=dialog], [role=alertdialog]')) return;
    const heading = headingOf(main);
    if (heading && active === heading) return past > settleMs ? stop() : undefined;
    const isOwn = active !== null && active !== main && active !== before && main.contains(active);
    if (isOwn) return stop();
    if (!heading) {
      if (active !== main) main.focus({ preventScroll: true });
      return;
    }
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  };
  const timer = setInterval(look, everyMs);
  const stop = () => {
    clearInterval(timer);
    for (const type of byHand) window.removeEventListener(type, stop, true);
  };
  for (const type of byHand) window.addEventListener(type, stop, true);
  look();
  return stop;
}
