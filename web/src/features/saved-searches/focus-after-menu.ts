import { useEffect, type RefObject } from 'react';

/** Focuses an element that replaces a row whose menu was used. A closing menu keeps the focus until it is gone. */
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
