import { feature } from '../../kernel/feature.ts';
import { rolesHandlers } from './roles.handlers.ts';
import { rolesJobs } from './roles.jobs.ts';

export const rolesFeature = feature({
  name: 'roles',
  handlers: rolesHandlers,
  jobs: rolesJobs,
});
