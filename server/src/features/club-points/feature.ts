import type { Acts } from '#contract/audit-kinds.ts';
import { feature } from '../../kernel/feature.ts';
import { clubPointsHandlers } from './club-points.handlers.ts';
import { clubPointsJobs } from './club-points.jobs.ts';
import { deletePointsOf, personalData } from './club-points.queries.ts';

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    club_points_changed: {
      club: string;
      name: string;
      act: Acts['club_points_changed'];
      people: readonly number[];
    };
  }
}

export const clubPointsFeature = feature({
  name: 'club-points',
  erase: deletePointsOf,
  personalData,
  handlers: clubPointsHandlers,
  jobs: clubPointsJobs,
});
