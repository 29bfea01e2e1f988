import type { Badge, OwnBadge } from '#contract/record/endpoints.ts';
import { namedView } from '../record.views.ts';
import type { BadgeRow, OwnBadgeRow } from './badges.queries.ts';

export const badgeView = (row: BadgeRow): Badge => ({
  ...namedView(row),
  description: row.description,
  icon: row.icon,
  color: row.color,
  basis: row.basis,
  kind: row.kind && namedView(row.kind),
  goal: row.goal,
  steps: row.steps.map(namedView),
});

export const ownBadgeView = (row: OwnBadgeRow): OwnBadge => ({
  ...badgeView(row),
  progress: row.progress,
  award: row.award && { id: String(row.award.id), at: new Date(row.award.at).toISOString() },
  revoked: row.revoked && {
    at: new Date(row.revoked.at).toISOString(),
    reason: row.revoked.reason,
  },
});
