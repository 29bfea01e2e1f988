import type { LabelKey } from '../../lib/messages.ts';

/** The values of the connection filter in the person's language; other filters' values are the school's own words. */
export const connectionLabels: Readonly<Record<string, LabelKey>> = {
  connected: 'filter.connected',
  pending: 'filter.pending',
  incoming: 'filter.incoming',
  none: 'filter.none',
};
