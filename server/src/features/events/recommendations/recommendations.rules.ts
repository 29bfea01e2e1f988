import type { EventReasonKind } from '#contract/events/limits.ts';

/** What speaks for an event, and what against it. */
export interface EventSignals {
  /** Own clubs that host it. */
  readonly clubs: readonly string[];
  /** Own interests that its tags or title name. */
  readonly interests: readonly string[];
  /** Connections who go and may be seen to. */
  readonly known: number;
  /** Its tags that events had which the person attended. */
  readonly attended: readonly string[];
  /** It takes place in a free hour of a day on which the person has classes. */
  readonly isFree: boolean;
  /** Its tags and hosts of which the person wants less. */
  readonly disliked: number;
}

/** How much each reason weighs: more of the same weighs less and less. */
const weights: Readonly<Record<EventReasonKind, (signals: EventSignals) => number>> = {
  clubs: ({ clubs }) => 2 * Math.sqrt(clubs.length),
  interests: ({ interests }) => 2 * Math.sqrt(interests.length),
  connections: ({ known }) => 2.5 * Math.sqrt(known),
  attended: ({ attended }) => Math.sqrt(Math.min(attended.length, 4)),
  free: ({ isFree }) => (isFree ? 0.5 : 0),
};

/** The reasons there are, the strongest first. */
export const reasonsOf = (signals: EventSignals): EventReasonKind[] =>
  (Object.keys(weights) as EventReasonKind[])
    .filter((kind) => weights[kind](signals) > 0)
    .toSorted((a, b) => weights[b](signals) - weights[a](signals));

/** How likely somebody likes an event; without one of its reasons it is less. */
export const scoreOf = (signals: EventSignals): number =>
  Object.values(weights).reduce((sum, weigh) => sum + weigh(signals), 0) -
  1.5 * Math.sqrt(signals.disliked);

/** A free hour alone recommends nothing: it speaks for whatever takes place then. */
export const isRecommended = (signals: EventSignals): boolean =>
  reasonsOf(signals).some((kind) => kind !== 'free') && scoreOf(signals) > 0;
