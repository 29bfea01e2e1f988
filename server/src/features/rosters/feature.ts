import { feature } from '../../kernel/feature.ts';
import { rostersReactions } from './rosters.jobs.ts';

export const rostersFeature = feature({
  name: 'rosters',
  jobs: rostersReactions,
});
