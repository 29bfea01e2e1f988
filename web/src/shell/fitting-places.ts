import { useLayoutEffect, useState, type RefObject } from 'react';
import { createStore } from '../lib/store.ts';

/** Places of the left bar that the window is too low for, by their ids: they stand behind More. */
export const beyondLeftBar = createStore<readonly string[]>([]);

/**
 * How many of the places, in their order, have room beside More. `heights` are theirs, all in pixels; `null`: all of them, More too where
 * it leads further.
 */
export function fittingCount(
  room: number,
  heights: readonly number[],
  more: number,
  gap: number,
  isMoreShown: boolean,
): number | null {
  const all = heights.reduce((sum, height) => sum + height + gap, isMoreShown ? more : -gap);
  if (all <= room) return null;
  let left = room - more;
  let count = 0;
  for (const height of heights) {
    left -= height + gap;
    if (left < 0) break;
    count += 1;
  }
  return count;
}

/**
 * Measures the places of the list in `nav`, again whenever its height or a place changes; More is the one marked `data-more`, and is
 * always there to be measured. What does not fit is told to `beyondLeftBar`.
 */
export function useFittingPlaces(
  nav: RefObject<HTMLElement | null>,
  ids: readonly string[],
  isMoreShown: boolean,
): readonly string[] {
  const [beyond, setBeyond] = useState<readonly string[]>([]);
  const key = ids.join(' ');
  useLayoutEffect(() => {
    const outer = nav.current;
    const list = outer?.querySelector('ul');
    if (!outer || !list) return;
    const measure = () => {
      // A bar that is not shown has no room, and hides nothing from who opens it.
      if (outer.clientHeight === 0) return;
      const places = [...list.children].filter((one) => one instanceof HTMLElement);
      const more = places.find((one) => 'more' in one.dataset);
      const own = places.filter((one) => one !== more);
      const count = fittingCount(
        outer.clientHeight,
        own.map((one) => one.offsetHeight),
        more?.offsetHeight ?? 0,
        Number.parseFloat(getComputedStyle(list).rowGap) || 0,
        isMoreShown,
      );
      const next = count === null ? [] : key.split(' ').slice(count);
      setBeyond((before) => (before.join(' ') === next.join(' ') ? before : next));
      if (beyondLeftBar.get().join(' ') !== next.join(' ')) beyondLeftBar.set(next);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(outer);
    for (const place of list.children) observer.observe(place);
    return () => observer.disconnect();
  }, [nav, key, isMoreShown]);
  return beyond;
}
