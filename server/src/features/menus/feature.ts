import { feature } from '../../kernel/feature.ts';
import { menusHandlers } from './menus.handlers.ts';

export const menusFeature = feature({
  name: 'menus',
  handlers: menusHandlers,
});
