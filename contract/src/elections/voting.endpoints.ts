import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { schemaNames } from '../schema-names.ts';
import { electionLimits as limits } from './limits.ts';

const idText = z.string().max(40);
const id = z.strictObject({ id: idText });
const count = z.number().int();
const signedIn = { access: 'member', credential: 'bearer' } as const;

/** Choices by contest: candidates in order of preference, `yes` or `no`, or `w:` and a percent-encoded name. */
export const votes = z.record(
  idText,
  z
    .array(
      z
        .string()
        .min(1)
        .max(limits.writeIn * 9 + 2),
    )
    .max(limits.candidates),
);
export type Votes = z.output<typeof votes>;

const nonce = z.string().regex(/^[0-9a-f]{32}$/);
const receipt = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{16}$/);

export const castBallot = endpoint({
  ...signedIn,
  name: 'elections.cast',
  summary: 'Cast a ballot',
  description:
    'Make `nonce` on the voter’s device, and check the receipt there. An empty list is a blank vote. Sending the same ballot again returns the same receipt; another one needs `replaces` and an election that allows it. Writes no time, session or log entry about the voter.',
  method: 'POST',
  path: '/api/v1/elections/{id}/ballot',
  leavesNoTrace: true,
  params: id,
  body: z.strictObject({
    nonce: nonce.describe('32 lowercase hexadecimal digits, chosen at random.'),
    votes,
    replaces: z
      .strictObject({ receipt, nonce })
      .optional()
      .describe('The voter’s previous ballot.'),
  }),
  reply: z.object({ receipt: z.string().describe('16 characters in Crockford’s base 32.') }),
  errors: [
    'not_found',
    'not_a_voter',
    'already_voted',
    'ballot_invalid',
    'candidate_withdrawn',
    'replaced_unknown',
    'election_not_open',
    'election_closed',
  ],
});

export const electionResult = z.object({
  ballots: count.describe('Online and paper ballots.'),
  paperBallots: count
    .nullable()
    .describe('Number of paper ballots. Null if the election didn’t accept paper ballots.'),
  voters: count,
  quorumReached: z.boolean(),
  contests: z.array(
    z.object({
      id: z.string(),
      candidates: z.array(z.string()).describe('The order of the numbers in `count`.'),
      elected: z.array(z.string()),
      count: z
        .unknown()
        .describe(
          'Ranked: the stages of the count. Otherwise `votes` and `blank`. Null with fewer than five ballots.',
        ),
    }),
  ),
});
schemaNames.add(electionResult, { id: 'ElectionResult' });
export type ElectionResult = z.output<typeof electionResult>;

export const getElectionResult = endpoint({
  ...signedIn,
  name: 'elections.result',
  summary: 'Get an election’s result',
  description: 'After the count. Before, `election_open` for everyone, including admins.',
  method: 'GET',
  path: '/api/v1/elections/{id}/result',
  scope: 'read',
  params: id,
  reply: electionResult,
  errors: ['not_found', 'election_open'],
});

export const getBallots = endpoint({
  ...signedIn,
  name: 'elections.ballots',
  summary: 'Download an election’s ballots',
  description: `The signed file of ballots in JSON lines, after the count, for anyone who can see the election. Not with fewer than ${limits.ballots} ballots. \`npm run campus -- election verify FILE\` checks it.`,
  method: 'GET',
  path: '/api/v1/elections/{id}/ballots',
  scope: 'read',
  answers: 'ndjson',
  params: id,
  reply: z.string(),
  errors: ['not_found', 'election_open', 'too_few_ballots'],
});
