import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { face } from '../people/endpoints.ts';
import { schemaNames } from '../schema-names.ts';
import { electionLimits as limits } from './limits.ts';
import { votes } from './voting.endpoints.ts';

/* Voting on paper. Officers check in voters at a desk while voting runs. Afterwards, two people enter each paper ballot. */

const idText = z.string().max(40);
const id = z.strictObject({ id: idText });
const count = z.number().int();
const number = z
  .string()
  .regex(/^[1-9]\d{0,4}$/)
  .describe('Number written on the paper ballot.');
/** People who manage the election and aren't candidates in it. */
const manager = {
  access: 'member',
  credential: 'bearer',
  inClub: 'elections.manage',
} as const;
const deskErrors = ['not_found', 'paper_not_accepted', 'election_own_candidacy'] as const;
const entryErrors = [...deskErrors, 'paper_not_open', 'paper_finished'] as const;

export const setPaperVoter = endpoint({
  ...manager,
  name: 'elections.set-paper-voter',
  summary: 'Check in a paper voter',
  description: `Records that a voter got a paper ballot. The voter can no longer vote online. Send \`votesOnPaper: false\` to undo this. Available while voting is open, to managers who aren’t candidates. Requires \`dues.manage\` if the rule depends on dues. Stores no time, session, or log entry about the voter. Rate limit: 1,200 per hour.`,
  method: 'PUT',
  path: '/api/v1/elections/{id}/paper-voter',
  leavesNoTrace: true,
  params: id,
  body: z.strictObject({ uid: idText, votesOnPaper: z.boolean() }),
  reply: z.object({ votesOnPaper: z.boolean() }),
  errors: [
    ...deskErrors,
    'forbidden',
    'not_a_voter',
    'already_voted',
    'election_not_open',
    'election_closed',
  ],
});

export const paperEntry = z.object({
  paperVoters: count.describe(
    'Number of voters who were checked in for a paper ballot. Up to a minute old while voting runs.',
  ),
  state: z
    .enum(['voting', 'closing', 'entering', 'finished'])
    .describe(
      '`closing`: voting ended moments ago. `entering`: the count waits for the paper ballots.',
    ),
  people: z
    .array(z.object({ person: face, entered: count, hasSigned: z.boolean() }))
    .describe('People who enter ballots. At most two.'),
  mine: z
    .array(z.object({ number: count, votes }))
    .describe('Ballots that the caller entered, by number.'),
  missing: z.array(count).describe('Numbers that only the other person entered.'),
  differences: z
    .array(z.object({ number: count, mine: votes, theirs: votes }))
    .describe('Ballots that the two people entered differently.'),
  problem: z
    .enum(['second_person', 'missing', 'differences', 'too_many'])
    .nullable()
    .describe(
      'Why the caller can’t confirm the ballots yet: a second person hasn’t entered ballots, ballots are missing or differ, or there are more ballots than checked-in voters. Null if the caller can.',
    ),
  can: z.object({ enter: z.boolean(), confirm: z.boolean() }),
});
schemaNames.add(paperEntry, { id: 'PaperEntry' });
export type PaperEntry = z.output<typeof paperEntry>;

export const getPaperEntry = endpoint({
  ...manager,
  name: 'elections.paper',
  summary: 'Get entered paper ballots',
  description:
    'Each person sees their own ballots, and the other person’s only where both entered the number and the votes differ.',
  method: 'GET',
  path: '/api/v1/elections/{id}/paper',
  params: id,
  reply: paperEntry,
  errors: ['not_found', 'paper_not_accepted'],
});

export const putPaperBallot = endpoint({
  ...manager,
  name: 'elections.put-paper-ballot',
  summary: 'Enter a paper ballot',
  description: `Creates or replaces the caller’s entry for this ballot number, and clears all confirmations. Available after voting ends, to at most two managers who aren’t candidates. Limit: ${limits.paperBallots} ballots. Idempotent. Rate limit: 3,600 per hour.`,
  method: 'PUT',
  path: '/api/v1/elections/{id}/paper/{number}',
  params: id.extend({ number }),
  body: z.strictObject({ votes }),
  reply: paperEntry,
  errors: [...entryErrors, 'paper_two_people', 'ballot_invalid', 'too_many_paper_ballots'],
});

export const removePaperBallot = endpoint({
  ...manager,
  name: 'elections.remove-paper-ballot',
  summary: 'Remove your paper ballot entry',
  description:
    'Deletes the caller’s entry for this ballot number, and clears all confirmations. Idempotent.',
  method: 'DELETE',
  path: '/api/v1/elections/{id}/paper/{number}',
  params: id.extend({ number }),
  reply: paperEntry,
  errors: entryErrors,
});

export const clearPaperBallots = endpoint({
  ...manager,
  name: 'elections.clear-paper-ballots',
  summary: 'Delete all entered paper ballots',
  description: 'Deletes the entries of both people, so that others can enter the ballots.',
  method: 'DELETE',
  path: '/api/v1/elections/{id}/paper',
  params: id,
  reply: paperEntry,
  errors: entryErrors,
});

export const confirmPaperBallots = endpoint({
  ...manager,
  name: 'elections.confirm-paper-ballots',
  summary: 'Confirm the entered paper ballots',
  description:
    'Both people confirm that the ballots are complete and equal. After the second confirmation, the election is counted. Idempotent.',
  method: 'POST',
  path: '/api/v1/elections/{id}/paper/confirmation',
  params: id,
  reply: paperEntry,
  errors: [...entryErrors, 'paper_two_people', 'paper_unequal'],
});
