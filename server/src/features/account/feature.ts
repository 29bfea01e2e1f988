import { feature } from '../../kernel/feature.ts';
import { accountRoutes } from './account.routes.ts';

export const accountFeature = feature({
  name: 'account',
  handlers: accountRoutes,
});
