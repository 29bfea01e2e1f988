import type { Acts } from '#contract/audit-kinds.ts';
import { feature } from '../../kernel/feature.ts';
import { hubsHandlers } from './hubs.handlers.ts';
import { personalData, deleteHubsOf, selectHubsOf } from './hubs.queries.ts';

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    hub_changed: { hub: string; name: string; act: Acts['hub_changed']; fields?: string[] };
    hubs_ordered: { hubs: string[] };
    hub_member_changed: {
      hub: string;
      name: string;
      person: number;
      act: Acts['hub_member_changed'];
    };
  }
}

export const hubsFeature = feature({
  name: 'hubs',
  erase: deleteHubsOf,
  personalData,
  warmUp: (db) => selectHubsOf(db, -1),
  handlers: hubsHandlers,
});
