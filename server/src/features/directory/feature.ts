import { feature } from '../../kernel/feature.ts';
import { directoryHandlers } from './directory.handlers.ts';
import { updateCheckpoints } from './places/places.queries.ts';

export const directoryFeature = feature({
  name: 'directory',
  handlers: directoryHandlers,
  maintenance: [updateCheckpoints],
});
