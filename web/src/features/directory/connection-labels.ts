import { addEnglish, type LabelKey } from '../../lib/messages.ts';
import english from './messages/en.json';

// Whatever speaks of the directory's filters has these labels.
addEnglish(english);

/** The values of the connection filter in the person's language; other filters' values are the school's own words. */
export const connectionLabels: Readonly<Record<string, LabelKey>> = {
  connected: 'filter.connected',
  pending: 'filter.pending',
  incoming: 'filter.incoming',
  none: 'filter.none',
};
