import { isTouch } from '../../lib/media.ts';
import { session } from '../../lib/session-store.ts';
import { hoverAnchor, type HoverAnchor } from './hover-anchor.ts';

/** How long a pointer or the focus rests on a name before its card opens, and how long a pointer can leave it, in milliseconds. */
const openMs = 300;
const closeMs = 250;

/** Links to profiles, and faces that aren't links. */
const named = 'a[href^="/student_profile?"], [data-person]';
/** Where the same facts are already shown. */
const plain = '[data-no-card], [data-hover-card], article[data-uid]';
/** The card, and a menu or dialog that it has opened. */
const ownParts = '[data-hover-card], [role="menu"], [role="alertdialog"]';

const elementOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target : null;

/** Returns the name or face of another person that an event is about. */
function anchorOf(target: EventTarget | null): HoverAnchor | null {
  const element = elementOf(target)?.closest<HTMLElement>(named);
  if (!element || element.closest(plain)) return null;
  const uid =
    element.dataset['person'] ??
    (element instanceof HTMLAnchorElement ? new URLSearchParams(element.search).get('uid') : null);
  return uid === null || uid === '' || uid === session.get().user?.uid ? null : { uid, element };
}

/**
 * Opens a card with a person's main facts while a pointer or the keyboard rests on their name. One set of listeners serves every page.
 * The card's code and data load when it first opens. Touch screens open the profile instead. `first`: where the pointer was before.
 */
export function watchNames(first: EventTarget | null): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const after = (ms: number, next: HoverAnchor | null) => {
    clearTimeout(timer);
    timer = setTimeout(() => hoverAnchor.set(next), ms);
  };
  const close = () => {
    clearTimeout(timer);
    hoverAnchor.set(null);
  };
  const isOn = (target: EventTarget | null) => elementOf(target)?.closest(ownParts) != null;
  const follow = (target: EventTarget | null) => {
    const open = hoverAnchor.get();
    const next = anchorOf(target);
    if (isOn(target) || (next !== null && next.element === open?.element)) clearTimeout(timer);
    else if (next !== null) after(openMs, next);
    else if (open === null) clearTimeout(timer);
    else after(closeMs, null);
  };
  if (!isTouch() && elementOf(first)?.matches(':hover') === true) follow(first);
  const abort = new AbortController();
  const listen = <K extends keyof DocumentEventMap>(
    type: K,
    listener: (event: DocumentEventMap[K]) => void,
    options: AddEventListenerOptions = {},
  ) => document.addEventListener(type, listener, { ...options, signal: abort.signal });
  listen('pointerover', ({ pointerType, target }) => {
    if (pointerType !== 'touch') follow(target);
  });
  listen('pointerdown', ({ target }) => {
    if (!isOn(target)) close();
  });
  listen('focusin', ({ target }) => {
    if (!isTouch() && elementOf(target)?.matches(':focus-visible') === true) follow(target);
  });
  listen(
    'keydown',
    (event) => {
      if (event.key === 'Enter' && !isOn(event.target)) close();
    },
    { capture: true },
  );
  listen('scroll', ({ target }) => !isOn(target) && close(), { capture: true, passive: true });
  return () => {
    abort.abort();
    close();
  };
}
