import { useEffect, type RefObject } from 'react';

/**
 * Gives an element the focus when it appears in the place of a row whose menu was used. A menu that is closing holds the
 * focus until it is gone.
 */
export function useFocusAfterMenu(target: RefObject<HTMLElement | null>, inside?: string): void {
  useEffect(() => {
    let frame = 0;
    const take = () => {
      if (document.querySelector('[role=menu]') !== null) frame = requestAnimationFrame(take);
      else if (inside === undefined) target.current?.focus();
      else target.current?.querySelector<HTMLElement>(inside)?.focus();
    };
    take();
    return () => cancelAnimationFrame(frame);
  }, [target, inside]);
}
