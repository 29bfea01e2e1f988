import type { Acts } from '#contract/audit-kinds.ts';
import { deleteScimUser } from './users/users.queries.ts';
import { feature } from '../../kernel/feature.ts';
import { scimGroupsHandlers } from './groups/groups.handlers.ts';
import { scimUsersHandlers } from './users/users.handlers.ts';
import { scimHandlers } from './scim.handlers.ts';
import { personalData } from './scim.queries.ts';

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** A provider changed a person. `fields` are SCIM attributes. */
    scim_person: { person: number; act: Acts['scim_person']; fields: string[] };
    scim_group: {
      group: string;
      name: string;
      act: Acts['scim_group'];
      members?: { added: number; removed: number };
    };
  }
}

export const scimFeature = feature({
  name: 'scim',
  erase: deleteScimUser,
  personalData,
  handlers: [...scimHandlers, ...scimUsersHandlers, ...scimGroupsHandlers],
});
