import type { Context } from '../../../kernel/context.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';

/** A person who got a spot from the waitlist, or an offer for one. */
export interface Promotion {
  readonly user_id: number;
  readonly original: string;
}

/** Notifies people that they got a spot, or an offer for one. */
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
