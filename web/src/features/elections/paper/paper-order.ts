import type { Contest } from '#contract/elections/endpoints.ts';

/** Returns a contest with its candidates as on paper: in the published random order, for everyone. */
export const inPaperOrder = (contest: Contest): Contest => {
  const { lots, candidates } = contest;
  if (lots === null) return contest;
  return {
    ...contest,
    candidates: candidates.toSorted((a, b) => lots.indexOf(a.id) - lots.indexOf(b.id)),
  };
};
