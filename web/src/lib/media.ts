import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { breakpoints, profileCollapse, type Breakpoint } from '#contract/layout.ts';

/** In rem like in the style sheet, so that both change at the same width if text is at 200 %. */
const query = (size: Breakpoint) => `(min-width: ${breakpoints[size] / 16}rem)`;

/** Returns whether the window is at least as wide as `size`. Prefer CSS; this is for components that differ in structure. */
export function useMinWidth(size: Breakpoint): boolean {
  const media = useMemo(() => window.matchMedia(query(size)), [size]);
  return useSyncExternalStore(
    (listener) => {
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => media.matches,
  );
}

const coarse = window.matchMedia('(pointer: coarse)');
/**
 * Returns whether the primary input is touch, for event handlers. Don't ask for `(pointer: fine)` instead: a computer without a mouse has
 * neither, but a keyboard.
 */
export const isTouch = (): boolean => coarse.matches;

/** Returns whether the primary input is touch, like the style sheet's variant `touch`. */
export const useTouch = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      coarse.addEventListener('change', listener);
      return () => coarse.removeEventListener('change', listener);
    },
    () => coarse.matches,
  );

/**
 * Returns whether a profile is shown next to its list or over it (product text §9): next to it from xl up. After the window
 * crosses that width, it changes 360 ms after the last crossing plus 500 ms, so that users who resize the window don't lose
 * what they are reading.
 */
export function useProfileBeside(): boolean {
  const isWide = useMinWidth('xl');
  const [isBeside, setBeside] = useState(isWide);
  useEffect(() => {
    if (isWide === isBeside) return;
    const timers: ReturnType<typeof setTimeout>[] = [];
    timers.push(
      setTimeout(
        () => timers.push(setTimeout(() => setBeside(isWide), profileCollapse.delayMs)),
        profileCollapse.waitMs,
      ),
    );
    return () => timers.forEach(clearTimeout);
  }, [isWide, isBeside]);
  return isBeside;
}

/** Calls back whenever the window crosses a breakpoint. */
export function onBreakpointChange(listener: () => void): () => void {
  const sizes = (Object.keys(breakpoints) as Breakpoint[]).filter((size) => size !== 'xs');
  const medias = sizes.map((size) => window.matchMedia(query(size)));
  for (const media of medias) media.addEventListener('change', listener);
  return () => {
    for (const media of medias) media.removeEventListener('change', listener);
  };
}
