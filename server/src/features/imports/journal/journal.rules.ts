import { undoDays } from '#contract/imports/limits.ts';

const dayMs = 86_400_000;

/** Returns whether an import is too old to be undone. */
export const isPastUndo = ({ at }: { readonly at: Date }, now: Date): boolean =>
  now.getTime() - at.getTime() > undoDays * dayMs;
