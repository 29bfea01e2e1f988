import type { Messages } from '../../../lib/messages.ts';
import type { DraftContest } from './election-draft.ts';

/** Returns a sentence on how a contest is counted. */
export const countSentence = (
  { kind, seats, needsMajority, share, max }: Omit<DraftContest, 'key' | 'title' | 'candidates'>,
  { t }: Messages,
): string => {
  if (kind === 'yes_no')
    return share === null
      ? t('elections.setup_count_yes')
      : t('elections.setup_count_share', {
          numerator: share.numerator,
          denominator: share.denominator,
        });
  if (kind === 'ranked')
    return seats === 1 ? t('elections.setup_count_irv') : t('elections.setup_count_stv', { seats });
  if (kind === 'several') return t('elections.setup_count_several', { max: max ?? seats, seats });
  return needsMajority && seats === 1
    ? t('elections.setup_count_majority')
    : t('elections.setup_count_one', { seats });
};
