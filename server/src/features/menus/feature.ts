import { feature } from '../../kernel/feature.ts';
import { menusHandlers } from './menus.handlers.ts';

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** A menu was saved or reset. `name` is the hub's name if it is a hub's menu. */
    menu_changed: { name?: string; version: number; isOwn: boolean };
  }
}

export const menusFeature = feature({
  name: 'menus',
  handlers: menusHandlers,
});
