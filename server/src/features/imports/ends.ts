import { endsFreely } from '#contract/imports/limits.ts';
import { ImportRefused } from './problems.ts';

/** How many people an import ends, of how many with a living account. */
export interface Ends {
  readonly ended: number;
  readonly living: number;
  /** So many that somebody must say the number. */
  readonly mustSay: boolean;
}

export const endsOf = (active: number, disabled: number): Ends => ({
  ended: disabled,
  living: active,
  mustSay: disabled > endsFreely(active),
});

/** An import that would end more people than anybody has said. */
export class EndsUnsaid extends ImportRefused {
  readonly ends: Ends;

  constructor(ends: Ends) {
    super(
      `This would end ${ends.ended} of ${ends.living} people; nothing was changed, because nobody has said that so many may end.`,
    );
    this.ends = ends;
  }
}

/** Refuses an import that ends many people unless as many were said. */
export const refuseUnsaidEnds = (ends: Ends, disableUpTo = 0): void => {
  if (ends.mustSay && ends.ended > disableUpTo) throw new EndsUnsaid(ends);
};
