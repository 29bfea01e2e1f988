import type { Acts } from '#contract/audit-kinds.ts';
import { feature } from '../../kernel/feature.ts';

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** `club`: of events of a club. */
    event_changed: {
      event: string;
      title: string;
      club?: string;
      act: Acts['event_changed'];
    };
  }
}

export const eventsFeature = feature({ name: 'events' });
