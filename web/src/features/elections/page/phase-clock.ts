import type { Election } from '#contract/elections/endpoints.ts';

const secondMs = 1_000;
const countingMs = 2 * secondMs;
const steadyMs = 60 * secondMs;

/** Returns how long the page waits before it reads the election again, in milliseconds; false if nothing more will happen. */
export function pauseUntilNextPhase(
  {
    phase,
    nominationsEndAt,
    opensAt,
    closesAt,
  }: Pick<Election, 'phase' | 'nominationsEndAt' | 'opensAt' | 'closesAt'>,
  now: Date,
): number | false {
  if (phase === 'draft' || phase === 'published' || phase === 'canceled') return false;
  if (phase === 'counting') return countingMs;
  const next =
    phase === 'voting'
      ? closesAt
      : phase === 'nominations'
        ? (nominationsEndAt ?? opensAt)
        : opensAt;
  const left = new Date(next).getTime() - now.getTime();
  return Math.min(steadyMs, Math.max(secondMs, left + secondMs / 2));
}
