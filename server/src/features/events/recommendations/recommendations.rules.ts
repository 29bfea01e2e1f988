import type { EventReasonKind } from '#contract/events/limits.ts';

/** The reasons for and against an event. */
export interface EventSignals {
  /** The person's clubs that host it. */
  readonly clubs: readonly string[];
  /** The person's interests in its tags or title. */
  readonly interests: readonly string[];
  /** Connections who attend visibly. */
  readonly known: number;
  /** Its tags that attended events also had. */
  readonly attended: readonly string[];
  /** True if it takes place in a free hour on a day with classes. */
  readonly isFree: boolean;
  /** Its tags and hosts of which the person wants less. */
  readonly disliked: number;
}

/** The weight of each reason. Further values of the same reason add less and less. */
const weights: Readonly<Record<EventReasonKind, (signals: EventSignals) => number>> = {
  clubs: ({ clubs }) => 2 * Math.sqrt(clubs.length),
  interests: ({ interests }) => 2 * Math.sqrt(interests.length),
  connections: ({ known }) => 2.5 * Math.sqrt(known),
  attended: ({ attended }) => Math.sqrt(Math.min(attended.length, 4)),
  free: ({ isFree }) => (isFree ? 0.5 : 0),
};

/** Returns the reasons, strongest first. */
export const reasonsOf = (signals: EventSignals): EventReasonKind[] =>
  (Object.keys(weights) as EventReasonKind[])
    .filter((kind) => weights[kind](signals) > 0)
    .toSorted((a, b) => weights[b](signals) - weights[a](signals));

/** Returns how likely the person likes the event. Each missing reason lowers it. */
export const scoreOf = (signals: EventSignals): number =>
  Object.values(weights).reduce((sum, weigh) => sum + weigh(signals), 0) -
  1.5 * Math.sqrt(signals.disliked);

/** Free time alone isn't enough for a recommendation, because it applies to any event at that time. */
export const isRecommended = (signals: EventSignals): boolean =>
  reasonsOf(signals).some((kind) => kind !== 'free') && scoreOf(signals) > 0;
