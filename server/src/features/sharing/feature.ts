import { feature } from '../../kernel/feature.ts';
import { sharingReactions } from './sharing.jobs.ts';
import { deleteEndedLinks } from './sharing.queries.ts';
import { sharingHandlers } from './sharing.handlers.ts';

export const sharingFeature = feature({
  name: 'sharing',
  handlers: sharingHandlers,
  jobs: sharingReactions,
  maintenance: [deleteEndedLinks],
});
