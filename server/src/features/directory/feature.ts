import { feature } from '../../kernel/feature.ts';
import { directoryHandlers } from './directory.handlers.ts';
import { warmUpDirectory } from './directory.queries.ts';
import { updateCheckpoints } from './checkpoints/checkpoints.queries.ts';

export const directoryFeature = feature({
  name: 'directory',
  handlers: directoryHandlers,
  warmUp: warmUpDirectory,
  maintenance: [updateCheckpoints],
});
