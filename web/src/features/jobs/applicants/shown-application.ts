import type { JobApplication } from '#contract/jobs/endpoints.ts';
import type { ApplicationState } from '#contract/jobs/limits.ts';

/** An application with the name of its applicant. Employers get no picture and no profile. */
export type ShownApplication = Omit<JobApplication, 'person'> & {
  readonly name: string;
  readonly photoUrl?: string | null;
  readonly uid?: string;
};

/** A decision on an application, with a message to the applicant. */
export interface Decision {
  state: ApplicationState;
  message: string;
}
