import type { Acts } from '#contract/audit-kinds.ts';
import { feature } from '../../kernel/feature.ts';
import { candidatePicturesHandlers } from './candidates/candidate-pictures.handlers.ts';
import { selectCandidateFiles } from './candidates/candidate-pictures.queries.ts';
import { countingHandlers } from './counting/counting.handlers.ts';
import { electionsHandlers } from './elections.handlers.ts';
import { electionsJobs } from './elections.jobs.ts';
import {
  forgetCandidate,
  personalElections,
  personalPaperBallots,
  personalVotes,
} from './elections.queries.ts';
import { nominationsHandlers } from './nominations/nominations.handlers.ts';
import { electionNotifications } from './notifications/election-notifications.ts';
import { paperHandlers } from './paper/paper.handlers.ts';
import { votersHandlers } from './voters/voters.handlers.ts';
import { votingHandlers } from './voting/voting.handlers.ts';

declare module '../../kernel/jobs/outbox.ts' {
  interface Events {
    /** The opening or the count of an election is due. */
    election_due: { election: number };
    /** An officer agreed to an election and waits for a second person. */
    election_proposed: { election: number; by: number };
    election_announced: { election: number; by: number };
    election_nominated: { election: number; person: number; by: number };
    election_opened: { election: number };
    election_extended: { election: number; by: number };
    /** `by` is null if it had too few voters, or a backup was restored. */
    election_canceled: { election: number; by: number | null };
    election_published: { election: number };
    /** Voting ended in an election that accepts paper ballots. */
    election_paper_due: { election: number };
  }
}

declare module '../../kernel/security/audit.ts' {
  interface AuditDetails {
    election_changed: {
      election: string;
      title: string;
      /** Empty for elections of the school. */
      club: string;
      act: Acts['election_changed'];
    };
  }
}

export const electionsFeature = feature({
  name: 'elections',
  handlers: [
    ...electionsHandlers,
    ...votersHandlers,
    ...candidatePicturesHandlers,
    ...nominationsHandlers,
    ...votingHandlers,
    ...paperHandlers,
    ...countingHandlers,
  ],
  jobs: [...electionsJobs, ...electionNotifications],
  fileReferences: [selectCandidateFiles],
  erase: forgetCandidate,
  personalData: (me) => ({
    candidacies: personalElections(me),
    elections: personalVotes(me),
    paperBallots: personalPaperBallots(me),
  }),
});
