import type { Change } from './live-change.ts';

/** Which changes of each conversation are put in, or will come with what is asked for: those after `after`, up to `upTo`. */
interface Range {
  readonly after: number;
  readonly upTo: number;
}

/**
 * `known`: it was heard before, be it with other words, or comes with what was asked for. `next`: nothing is missing before it.
 * `gap`: something is missing before it, or it does not say what changed.
 */
export type RangePosition = 'known' | 'next' | 'gap';

/**
 * Knows what was heard. Numbers have no gaps and rise with the order in which changes are stored, so that whoever asks after having
 * heard of one gets all before it.
 */
export const changeRanges = () => {
  const ranges = new Map<string, Range>();
  return {
    /** Notes an event, and says what it is to those before it. What is a gap has to be asked for. */
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
    /** After everything was asked for. */
    clear: (): void => ranges.clear(),
  };
};
