import type { Scope } from '../../kernel/context.ts';
import { onEvent } from '../../kernel/jobs/event-handler.ts';
import type { Events } from '../../kernel/jobs/outbox.ts';
import { countElection } from './counting/counting.ts';
import { openElection } from './voting/opening.ts';

/** Starts voting or counts, whichever is due. Each does nothing before its time, and nothing a second time. */
const onDue = async (scope: Scope, { election }: Events['election_due']): Promise<void> => {
  await openElection(scope, election);
  await countElection(scope, election);
};

export const electionsJobs = [onEvent('elections.open-or-count', 'election_due', onDue)];
