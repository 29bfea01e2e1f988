import type { OwnKey, SchoolKey } from '#contract/api-keys/endpoints.ts';
import { faceView } from '../people/people.views.ts';
import type { KeyRow, OwnKeyRow, SchoolKeyRow } from './api-keys.queries.ts';

const keyView = (row: KeyRow, now: Date) => ({
  id: String(row.id),
  name: row.name,
  hint: row.hint,
  madeAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  isExpired: row.expires_at !== null && row.expires_at <= now,
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
});

export const schoolKeyView = (row: SchoolKeyRow, now: Date): SchoolKey => ({
  ...keyView(row, now),
  scopes: row.scopes,
  by: row.by && faceView(row.by),
});

export const ownKeyView = (row: OwnKeyRow, now: Date): OwnKey => ({
  ...keyView(row, now),
  scopes: row.scopes,
});
