import type { Context } from '../../../kernel/context.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';

/** Somebody who got a place from the waitlist, or has one offered. */
export interface Promotion {
  readonly user_id: number;
  readonly original: string;
}

/** Tells people that they got a place, or have one offered. */
export const announcePromotions = async (
  context: Context,
  event: number,
  promoted: readonly Promotion[],
): Promise<void> => {
  const byTime = new Map<string, number[]>();
  for (const { original, user_id: person } of promoted)
    byTime.set(original, [...(byTime.get(original) ?? []), person]);
  for (const [original, people] of byTime)
    await emit(context, 'event_promoted', { event, original, people });
};
