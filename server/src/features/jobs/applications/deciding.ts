import type { ApplicationState } from '#contract/jobs/limits.ts';
import type { AuthorCall } from '../../../kernel/handle.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { orNotFound } from '../../../kernel/sql.ts';
import { updateDecision } from './applications.queries.ts';

/** Stores a decision of the people who manage a job or of its employer (`by` is null), and notifies the applicant. */
export const decideApplication = async (
  call: AuthorCall,
  decision: {
    readonly job: number;
    readonly person: number;
    readonly state: ApplicationState;
    readonly message: string | undefined;
    readonly by: number | null;
  },
): Promise<void> => {
  const { job, person } = decision;
  const decided = orNotFound(await updateDecision(call.db, { ...decision, now: call.now }));
  if (decided.is_changed) await emit(call, 'job_decided', { job, person });
};
