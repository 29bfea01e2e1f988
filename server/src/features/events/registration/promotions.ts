import type { Context } from '../../../kernel/context.ts';
import { emit, emitAll } from '../../../kernel/jobs/outbox.ts';
import { selectOfferEnds } from './registration.queries.ts';

/**
 * Emits `event_promoted` for people who got a spot from the waitlist of a date, or an offer for one. Its handlers notify them, and schedule
 * the end of their offers.
 */
export const emitPromotions = async (
  context: Context,
  { event, original }: { readonly event: number; readonly original: string },
  people: readonly number[],
): Promise<void> => {
  if (people.length > 0)
    await emit(context, 'event_promoted', { event, original, people: [...people] });
};

/** Schedules the end of each offer of an event, or only of these people's offers. */
export const scheduleOfferEnds = async (
  context: Context,
  event: number,
  people: readonly number[] | null = null,
): Promise<void> => {
  const ends = await selectOfferEnds(context.db, event, people);
  await emitAll(
    context,
    'event_offers_due',
    ends.map(({ original, offered_until: dueAt }) => ({ payload: { event, original }, dueAt })),
  );
};
