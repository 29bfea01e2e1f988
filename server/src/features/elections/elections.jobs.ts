import { transact, type Scope } from '../../kernel/context.ts';
import { onEvent } from '../../kernel/jobs/event-handler.ts';
import type { Events } from '../../kernel/jobs/outbox.ts';
import { countElection } from './counting/counting.ts';
import { selectCounting } from './elections.queries.ts';
import { openElection } from './voting/opening.ts';

/** Starts voting or counts, whichever is due. Each does nothing before its time, and nothing a second time. */
const onDue = async (scope: Scope, { election }: Events['election_due']): Promise<void> => {
  await openElection(scope, election);
  await countElection(scope, election);
};

/** Ends the elections of a deleted club that wait for paper ballots, unless the club was restored since then. No one could enter the ballots. */
const onClubDeleted = async (scope: Scope, deleted: Events['club_deleted']): Promise<void> => {
  const elections = await transact(scope, ({ db }) => selectCounting(db, deleted), {
    readOnly: true,
  });
  for (const election of elections) await countElection(scope, election);
};

export const electionsJobs = [
  onEvent('elections.open-or-count', 'election_due', onDue),
  onEvent('elections.end-with-club', 'club_deleted', onClubDeleted),
];
