/*
 * After each navigation to another page, moves the focus to its heading, so that screen readers announce the page and
 * continue from there. A page that takes the focus itself (a form, the message field) keeps it.
 */

const everyMs = 50;
/** Maximum time to wait for a heading, in milliseconds: a profile has none until it loads. */
const waitMs = 5_000;
/** Time in which a closing palette, menu or panel may return the focus to its previous element, in milliseconds. */
const settleMs = 800;
/** User input stops it. */
const byHand = ['pointerdown', 'keydown'] as const;

const headingOf = (main: Element): HTMLElement | undefined =>
  [...main.querySelectorAll('h1')].find((one) => one.checkVisibility());

/**
 * Focuses the heading, and holds it there until what the user navigated from has closed. `before` had the focus. Returns a
 * function that stops it.
 */
export function focusHeading(before: Element | null): () => void {
  // Inside a host page, the user may be typing outside the frame.
  if (!document.hasFocus()) return () => undefined;
  const began = performance.now();
  const look = () => {
    const past = performance.now() - began;
    if (past > waitMs) return stop();
    const main = document.getElementById('main');
    const active = document.activeElement;
    // An open dialog keeps the focus until it closes.
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
