import type { Change } from './live-change.ts';

/**
 * The changes of a conversation that are applied, or that a pending call will return: those after `after`, up to
 * `upTo`.
 */
interface Range {
  readonly after: number;
  readonly upTo: number;
}

/**
 * `known`: the change was received before, possibly with a different delta, or a pending call returns it. `next`: no
 * earlier change is missing. `gap`: an earlier change is missing, or the event has no delta.
 */
export type RangePosition = 'known' | 'next' | 'gap';

/**
 * Tracks which changes were received. Change numbers have no gaps and rise in the order in which changes are stored,
 * so a call made after receiving a change returns all earlier ones.
 */
export const changeRanges = () => {
  const ranges = new Map<string, Range>();
  return {
    /** Records an event and returns its position relative to earlier ones. The caller has to fetch after a `gap`. */
    add: ({ conversation, from, change, delta }: Change): RangePosition => {
      const range = ranges.get(conversation);
      if (range !== undefined && from >= range.after && change <= range.upTo) return 'known';
      const isNext =
        delta !== undefined &&
        (range === undefined || (from <= range.upTo && change >= range.after));
      ranges.set(conversation, {
        after: isNext ? Math.min(range?.after ?? from, from) : 0,
        upTo: Math.max(range?.upTo ?? change, change),
      });
      return isNext ? 'next' : 'gap';
    },
    /** Call this after fetching everything again. */
    clear: (): void => ranges.clear(),
  };
};
