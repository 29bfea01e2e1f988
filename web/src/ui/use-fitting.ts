import { useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react';

interface Fitting {
  /** Pixels along the bar. */
  readonly room: number;
  /** Of each item, in their order, in pixels. */
  readonly sizes: readonly number[];
  readonly gap: number;
  /** Of "More". */
  readonly more: number;
  /** An item that always stands in the bar; none if left out. */
  readonly chosen?: number;
  /** "More" stands there in any case, not only where items have no room. */
  readonly isMoreShown?: boolean;
}

/** Which items, by their places, have room beside "More", in their order. `null`: all. */
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
 * Measures a bar and the items in its list, again whenever one of them changes its size. `measure` says what there is; null where nothing
 * is shown that could be measured, which hides nothing.
 */
export function useFitting(
  bar: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  measure: (bar: HTMLElement, list: HTMLElement) => Fitting | null,
  /** Another text wherever the measure is of something else than before, sizes aside. */
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
