import { addEnglish, type LabelKey } from '../../lib/messages.ts';
import english from 'messages:en/filter.*';

// Everything that shows the directory's filters needs these labels.
addEnglish(english);

/** The labels of the connection filter. Values of other filters are the school's own texts. */
export const connectionLabels: Readonly<Record<string, LabelKey>> = {
  connected: 'filter.connected',
  pending: 'filter.pending',
  incoming: 'filter.incoming',
  none: 'filter.none',
};
