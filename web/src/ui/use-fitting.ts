import { useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react';

interface Fitting {
  /** Width of the bar in pixels. */
  readonly room: number;
  /** Width of each item in order, in pixels. */
  readonly sizes: readonly number[];
  readonly gap: number;
  /** Width of "More". */
  readonly more: number;
  /** The index of an item that is always in the bar, if any. */
  readonly chosen?: number;
  /** True if "More" is always in the bar, even if all items fit. */
  readonly isMoreShown?: boolean;
}

/** Returns the indexes of the items that fit next to "More", in order, or `null` if all fit. */
export function fitting({
  room,
  sizes,
  gap,
  more,
  chosen = -1,
  isMoreShown = false,
}: Fitting): ReadonlySet<number> | null {
  const all = sizes.reduce((sum, size) => sum + size + gap, isMoreShown ? more : -gap);
  if (all <= room) return null;
  const hasChosen = sizes[chosen] !== undefined;
  let left = room - more - (hasChosen ? (sizes[chosen] ?? 0) + gap : 0);
  const fits = new Set(hasChosen ? [chosen] : []);
  for (const [at, size] of sizes.entries()) {
    if (at === chosen) continue;
    if ((left -= size + gap) < 0) break;
    fits.add(at);
  }
  return fits;
}

/**
 * Measures a bar and the items in its list, and repeats it when one changes its size. `measure` returns the sizes, or null if
 * nothing is visible to measure, which hides nothing.
 */
export function useFitting(
  bar: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  measure: (bar: HTMLElement, list: HTMLElement) => Fitting | null,
  /** Changes when something other than the sizes changes. */
  on: string,
): ReadonlySet<number> | null {
  const [fits, setFits] = useState<ReadonlySet<number> | null>(null);
  const read = useEffectEvent((outer: HTMLElement, inner: HTMLElement) => {
    const found = measure(outer, inner);
    return found && fitting(found);
  });
  useLayoutEffect(() => {
    if (!bar.current || !list.current) return;
    const [outer, inner] = [bar.current, list.current];
    const look = () => {
      const next = read(outer, inner);
      setFits((before) =>
        next !== null &&
        before !== null &&
        before.size === next.size &&
        [...next].every((at) => before.has(at))
          ? before
          : next,
      );
    };
    look();
    const observer = new ResizeObserver(look);
    observer.observe(outer);
    for (const item of inner.children) observer.observe(item);
    return () => observer.disconnect();
  }, [bar, list, on]);
  return fits;
}
