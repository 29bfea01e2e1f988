import { feature } from '../../kernel/feature.ts';
import { sharingReactions } from './sharing.jobs.ts';
import { deleteEndedLinks } from './sharing.queries.ts';
import { sharingRoutes } from './sharing.routes.ts';

export const sharingFeature = feature({
  name: 'sharing',
  handlers: sharingRoutes,
  jobs: sharingReactions,
  maintenance: [deleteEndedLinks],
});
