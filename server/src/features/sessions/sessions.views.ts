import { deviceOf } from './device.ts';
import type { SessionRow } from './sessions.queries.ts';

/** Returns a person's sessions, the current one first. */
export const sessionsView = (rows: readonly SessionRow[], currentId: string) =>
  rows
    .map((row) => ({
      id: row.id,
      device: deviceOf(row.user_agent),
      createdAt: row.created_at.toISOString(),
      lastSeenAt: row.last_seen_at.toISOString(),
      isCurrent: row.id === currentId,
    }))
    .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
