import { feature } from '../../kernel/feature.ts';
import { menusRoutes } from './menus.routes.ts';

export const menusFeature = feature({
  name: 'menus',
  handlers: menusRoutes,
});
