import { useEffect, useRef, type RefObject } from 'react';

const actionable = 'a[href], button:not([disabled])';

/** Returns the visible elements. A row has each button twice, for phones and for wider windows. */
export const visibleElements = (area: Element, selector: string): HTMLElement[] =>
  [...area.querySelectorAll<HTMLElement>(selector)].filter(
    (one) => one.getClientRects().length > 0,
  );

/**
 * Call this in an effect after the buttons of `area` changed: it focuses the matching one, unless the user moved the focus
 * elsewhere. Returns a function that cancels it.
 */
export function moveFocus(
  area: Element,
  fitting: () => HTMLElement | undefined,
  done?: () => void,
): (() => void) | undefined {
  const give = () => {
    // A closing dialog keeps the focus, so wait until it is gone.
    if (document.querySelector('[role="alertdialog"]')) return false;
    const { activeElement: at } = document;
    if (!at || at === document.body || area.contains(at)) fitting()?.focus();
    done?.();
    return true;
  };
  if (give()) return undefined;
  const timer = setInterval(() => give() && clearInterval(timer), 16);
  return () => clearInterval(timer);
}

const dialogs = '[role="dialog"], [role="alertdialog"]';

/**
 * Keeps the keyboard focus in an area whose controls change after an action. When `state` changes and the focused control is gone,
 * focuses the first control that matches `next`, or else the first link or button. Doesn't take the focus from people who have
 * moved elsewhere. A dialog opened from the area counts as part of it.
 */
export function useFocusAfterChange(
  area: RefObject<HTMLElement | null>,
  state: string,
  next = actionable,
): void {
  const previous = useRef(state);
  const hadFocus = useRef(false);
  useEffect(() => {
    const follow = ({ target }: Event) => {
      if (!(target instanceof Element) || area.current === null) return;
      hadFocus.current =
        area.current.contains(target) || (hadFocus.current && target.closest(dialogs) !== null);
    };
    document.addEventListener('focusin', follow);
    document.addEventListener('pointerdown', follow);
    return () => {
      document.removeEventListener('focusin', follow);
      document.removeEventListener('pointerdown', follow);
    };
  }, [area]);
  useEffect(() => {
    if (previous.current === state) return undefined;
    previous.current = state;
    const drawn = area.current;
    if (drawn === null || !hadFocus.current) return undefined;
    return moveFocus(drawn, () => {
      if (drawn.contains(document.activeElement)) return undefined;
      return visibleElements(drawn, next)[0] ?? visibleElements(drawn, actionable)[0];
    });
  }, [area, state, next]);
}

/**
 * Keeps the keyboard position in a list whose rows disappear after an action: `useListFocus(panelRef)`. If the focused row is
 * gone, the row now at its position gets the focus, otherwise the last one, otherwise the panel.
 */
export const useListFocus = (panel: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const element = panel.current;
    if (element === null) return;
    let held: { target: Element; place: number } | null = null;
    const rows = () => [...element.querySelectorAll('article')];
    const onFocus = ({ target }: FocusEvent) => {
      if (target instanceof Element)
        held = { target, place: rows().findIndex((row) => row.contains(target)) };
    };
    const observer = new MutationObserver(() => {
      if (held === null || held.target.isConnected || document.activeElement !== document.body)
        return;
      const left = rows();
      const next = left[Math.min(held.place, left.length - 1)];
      // The row's buttons come after the link of its name. A user who answers one request can continue with the next.
      const drawn = next ? visibleElements(next, actionable) : [];
      const fitting = drawn.find((one) => one.tagName === 'BUTTON') ?? drawn[0];
      // Don't scroll: the panel can be longer than the window, and the person would lose their position.
      if (fitting === undefined) element.focus({ preventScroll: true });
      else fitting.focus();
    });
    element.addEventListener('focusin', onFocus);
    observer.observe(element, { childList: true, subtree: true });
    return () => {
      element.removeEventListener('focusin', onFocus);
      observer.disconnect();
    };
  }, [panel]);
};

/**
 * Keeps the keyboard focus in a dialog whose focused control disappears, for example after an action: `useDialogFocus(dialogRef)`.
 * Otherwise the focus falls to the page, where Escape no longer closes the dialog.
 */
export const useDialogFocus = (dialog: RefObject<HTMLElement | null>): void => {
  useEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    let frame = 0;
    const keep = () => {
      const isOnTop = [...document.querySelectorAll(dialogs)].at(-1) === element;
      if (isOnTop && document.activeElement === document.body)
        element.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      cancelAnimationFrame(frame);
      // React Aria restores the focus in the next frame if it can.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(keep);
      });
    });
    observer.observe(element, { childList: true, subtree: true });
    // Another dialog that closes leaves the body.
    observer.observe(document.body, { childList: true });
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, [dialog]);
};
