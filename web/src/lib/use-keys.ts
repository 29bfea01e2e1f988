import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Handles key presses within an element, for lists whose items are the focus targets. */
export function useKeys(
  within: RefObject<HTMLElement | null>,
  handler: (event: KeyboardEvent) => void,
): void {
  const onKey = useEffectEvent(handler);
  useEffect(() => {
    const element = within.current;
    if (element === null) return;
    const listen = (event: KeyboardEvent) => onKey(event);
    element.addEventListener('keydown', listen);
    return () => element.removeEventListener('keydown', listen);
  });
}

/** Moves the focus with the up and down arrows between elements that match the selector. */
export function useArrowKeys(within: RefObject<HTMLElement | null>, selector: string): void {
  useKeys(within, (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const { target } = event;
    if (
      step === 0 ||
      !(target instanceof HTMLElement) ||
      target.closest('[role="menu"], [role="dialog"], textarea, input')
    )
      return;
    const all = [...(within.current?.querySelectorAll<HTMLElement>(selector) ?? [])];
    const at = all.findIndex((one) => one.contains(target));
    // If the list itself has the focus, the up arrow goes to its last element.
    const next = at === -1 ? (step < 0 ? all.at(-1) : undefined) : all[at + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
    next.scrollIntoView({ block: 'nearest' });
  });
}
