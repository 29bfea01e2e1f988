import { feature } from '../../kernel/feature.ts';
import { menusHandlers } from './menus.handlers.ts';

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** A menu was written, or went back to what stands in its place; `name`: the hub's, where it is one's. */
    menu_changed: { name?: string; version: number; isOwn: boolean };
  }
}

export const menusFeature = feature({
  name: 'menus',
  handlers: menusHandlers,
});
