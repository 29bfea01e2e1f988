import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { breakpoints, profileCollapse, type Breakpoint } from '#contract/layout.ts';

/** In rem like the style sheet's, so that both change at the same place when text is 200 %. */
const query = (size: Breakpoint) => `(min-width: ${breakpoints[size] / 16}rem)`;

/** Whether the window is at least as wide as `size`. Prefer CSS; this is for parts that differ in kind. */
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
/** Whether one points with fingers, as the variant `touch` of the style sheet says it. */
export const useTouch = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      coarse.addEventListener('change', listener);
      return () => coarse.removeEventListener('change', listener);
    },
    () => coarse.matches,
  );

/**
 * Whether a profile stands beside what it was opened from, or over it (product text §9): from xl up, beside. Where the window
 * passes that width it follows 360 ms after the last time it did, and 500 ms more, so that who drags a window does not lose what they read.
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

/** Calls back whenever the window passes one of the breakpoints. */
export function onBreakpointChange(listener: () => void): () => void {
  const sizes = (Object.keys(breakpoints) as Breakpoint[]).filter((size) => size !== 'xs');
  const medias = sizes.map((size) => window.matchMedia(query(size)));
  for (const media of medias) media.addEventListener('change', listener);
  return () => {
    for (const media of medias) media.removeEventListener('change', listener);
  };
}
