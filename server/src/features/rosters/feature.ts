import { forgetMember } from './erasure/erasure.queries.ts';
import { feature } from '../../kernel/feature.ts';
import { rostersJobs } from './rosters.jobs.ts';
import { personalData } from './rosters.queries.ts';

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    /** The operator linked a person to a user of the school's roster. */
    person_linked: { person: number; sourcedId: string };
  }
}

export const rostersFeature = feature({
  name: 'rosters',
  erase: forgetMember,
  personalData,
  jobs: rostersJobs,
});
