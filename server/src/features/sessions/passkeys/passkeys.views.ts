import type { Passkey } from '#contract/sessions/passkeys.endpoints.ts';
import type { PasskeyRow } from './passkeys.queries.ts';

/** Returns a passkey for its owner, who uses the given host. */
export const passkeyView = (row: PasskeyRow, host: string): Passkey => ({
  id: String(row.id),
  name: row.name,
  host: row.host,
  isHere: row.host === host,
  isSynced: row.is_synced,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});
