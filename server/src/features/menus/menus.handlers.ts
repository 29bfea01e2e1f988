import { changeMenu, getMenu, readMenu } from '#contract/menus.ts';
import { handle } from '../../kernel/handle.ts';
import { keepMenu, readForEditor, readOwnMenu } from './menus.actions.ts';

export const menusHandlers = [
  handle(getMenu, readOwnMenu),
  handle(readMenu, readForEditor),
  handle(changeMenu, keepMenu),
];
