import type { Acts } from '#contract/audit-kinds.ts';
import { feature } from '../../kernel/feature.ts';
import { announcementsHandlers } from './announcements.handlers.ts';
import { deleteDismissalsOf, personalData } from './announcements.queries.ts';

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    announcement_changed: {
      announcement: string;
      text: string;
      act: Acts['announcement_changed'];
    };
  }
}

export const announcementsFeature = feature({
  name: 'announcements',
  erase: deleteDismissalsOf,
  personalData,
  handlers: announcementsHandlers,
});
