import { addEnglish, type LabelKey } from '../../lib/messages.ts';
import { directory } from '../../messages/en/directory.ts';

// Whatever speaks of the directory's filters has these labels.
addEnglish(directory);

/** The values of the connection filter in the person's language; other filters' values are the school's own words. */
export const connectionLabels: Readonly<Record<string, LabelKey>> = {
  connected: 'filter.connected',
  pending: 'filter.pending',
  incoming: 'filter.incoming',
  none: 'filter.none',
};
