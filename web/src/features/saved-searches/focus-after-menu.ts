import { useEffect, type RefObject } from 'react';

/**
 * Gives an element the focus when it appears in the place of a row whose menu was used. A menu that is closing holds the
 * focus until it is gone.
 */
export function useFocusAfterMenu(target: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let frame = 0;
    const take = () => {
      if (document.querySelector('[role=menu]') !== null) frame = requestAnimationFrame(take);
      else target.current?.focus();
    };
    take();
    return () => cancelAnimationFrame(frame);
  }, [target]);
}
