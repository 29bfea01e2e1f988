import { feature } from '../../kernel/feature.ts';
import { sharingReactions } from './sharing.jobs.ts';
import { deleteEndedLinks, personalData } from './sharing.queries.ts';
import { sharingHandlers } from './sharing.handlers.ts';

export const sharingFeature = feature({
  name: 'sharing',
  personalData,
  handlers: sharingHandlers,
  jobs: sharingReactions,
  maintenance: [deleteEndedLinks],
});
