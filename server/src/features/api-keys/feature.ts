import type { Scope } from '#contract/api-keys/scopes.ts';
import { feature } from '../../kernel/feature.ts';
import { revokeExpiredKeys, personalData, deleteKeysOf } from './api-keys.queries.ts';
import { apiKeysHandlers } from './api-keys.handlers.ts';

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    key_made: { name: string; scopes: readonly Scope[]; expiresAt: string | null };
    key_ended: { name: string; scopes: readonly Scope[] };
    personal_keys_allowed: { isAllowed: boolean };
  }
}

export const apiKeysFeature = feature({
  name: 'api-keys',
  erase: deleteKeysOf,
  personalData,
  handlers: apiKeysHandlers,
  maintenance: [revokeExpiredKeys],
});
