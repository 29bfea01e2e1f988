import { endsFreely } from '#contract/imports/limits.ts';
import { ImportRefused } from './problems.ts';

/** The number of accounts that an import ends, and of all active accounts. */
export interface Ends {
  readonly ended: number;
  readonly living: number;
  /** True if the number is so high that a person must enter it. */
  readonly mustSay: boolean;
}

export const endsOf = (active: number, disabled: number): Ends => ({
  ended: disabled,
  living: active,
  mustSay: disabled > endsFreely(active),
});

/** An import that would end more accounts than a person has confirmed. */
export class EndsUnsaid extends ImportRefused {
  readonly ends: Ends;

  constructor(ends: Ends) {
    super(
      `This would end ${ends.ended} of ${ends.living} people; nothing was changed, because nobody has said that so many may end.`,
    );
    this.ends = ends;
  }
}

/** Throws if an import ends many accounts and a person hasn't confirmed as many. */
export const refuseUnsaidEnds = (ends: Ends, disableUpTo = 0): void => {
  if (ends.mustSay && ends.ended > disableUpTo) throw new EndsUnsaid(ends);
};
