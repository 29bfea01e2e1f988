import type { Acts } from '#contract/audit-kinds.ts';
import type { Permission } from '#contract/permissions.ts';
import { feature } from '../../kernel/feature.ts';
import { positionsHandlers } from './positions/positions.handlers.ts';
import { rolesHandlers } from './roles.handlers.ts';
import { personalData, deleteGrantsOf } from './roles.queries.ts';

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    role_changed: {
      role: string;
      name: string;
      act: Acts['role_changed'];
      permissions: readonly Permission[];
    };
    role_member_changed: {
      role: string;
      name: string;
      person: number;
      act: Acts['role_member_changed'];
    };
  }
}

export const rolesFeature = feature({
  name: 'roles',
  erase: deleteGrantsOf,
  personalData,
  handlers: [...rolesHandlers, ...positionsHandlers],
});
