import { changeMenu, getMenu, readMenu } from '#contract/menus.ts';
import { route } from '../../kernel/http/route.ts';
import { keepMenu, readForEditor, readOwnMenu } from './menus.actions.ts';

export const menusRoutes = [
  route(getMenu, readOwnMenu),
  route(readMenu, readForEditor),
  route(changeMenu, keepMenu),
];
