import { useMemo, useSyncExternalStore } from 'react';
import { breakpoints, type Breakpoint } from '#contract/layout.ts';

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

/** Calls back whenever the window passes one of the breakpoints. */
export function onBreakpointChange(listener: () => void): () => void {
  const sizes = (Object.keys(breakpoints) as Breakpoint[]).filter((size) => size !== 'xs');
  const medias = sizes.map((size) => window.matchMedia(query(size)));
  for (const media of medias) media.addEventListener('change', listener);
  return () => {
    for (const media of medias) media.removeEventListener('change', listener);
  };
}
