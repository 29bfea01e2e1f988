import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { face } from '../people/endpoints.ts';
import { schemaNames } from '../schema-names.ts';
import { text } from '../text.ts';
import { wholeNumber } from '../whole-number.ts';
import {
  contestKinds,
  countMethods,
  electionLimits as limits,
  electionPhases,
  leftOutReasons,
  nominationStates,
} from './limits.ts';

const idText = z.string().max(40);
const id = z.strictObject({ id: idText });
const count = z.number().int();
const instant = z.string();
const time = z.iso.datetime({ offset: true });
const signedIn = { access: 'member', credential: 'bearer' } as const;
/** Permission in the club. For elections of the school, `elections.manage_all` at the school. */
const manager = { ...signedIn, inClub: 'elections.manage' } as const;
const club = z.object({ id: z.string(), name: z.string() });

export const candidate = z.object({
  id: z.string(),
  name: z.string(),
  uid: z.string().nullable().describe('Null for candidates without an account.'),
  photoUrl: z
    .string()
    .nullable()
    .describe(
      'URL of the candidacy’s picture, or of the profile picture. Null if there is neither.',
    ),
  hasOwnPicture: z.boolean().describe('True if the picture was set for this candidacy.'),
  statement: z.string(),
  videoUrl: z.string().nullable(),
  isWithdrawn: z.boolean(),
});
schemaNames.add(candidate, { id: 'Candidate' });
export type Candidate = z.output<typeof candidate>;

const share = z
  .strictObject({
    numerator: z.number().int().min(1).max(100),
    denominator: z.number().int().min(1).max(100),
  })
  .describe('Share of yes votes that passes, such as 2/3.');

export const contest = z.object({
  id: z.string(),
  title: z.string(),
  kind: z.enum(contestKinds),
  method: z.enum(countMethods).nullable().describe('Null unless `kind` is `ranked`.'),
  seats: count,
  max: count.describe('Maximum number of candidates on a ballot.'),
  allowsWriteIns: z.boolean(),
  needsMajority: z
    .boolean()
    .describe('True if the winner needs more than half of the valid votes. Only with one seat.'),
  share: share.nullable().describe('Null for more yes than no.'),
  candidates: z
    .array(candidate)
    .describe('In an order of the caller’s own. Empty for yes/no questions.'),
  lots: z
    .array(z.string())
    .nullable()
    .describe('Candidates in the order in which a lot decides ties. Null until it is drawn.'),
});
schemaNames.add(contest, { id: 'Contest' });
export type Contest = z.output<typeof contest>;

const head = {
  id: z.string(),
  title: z.string(),
  club: club.nullable().describe('Null for elections of the whole school.'),
  phase: z.enum(electionPhases),
  opensAt: instant,
  closesAt: instant,
  voters: count.nullable().describe('Number of people who can vote. Null until voting starts.'),
  turnout: count.describe('Number of ballots. While voting runs, it grows in steps.'),
  canVote: z.boolean().describe('True if the caller can vote now.'),
  hasVoted: z
    .boolean()
    .nullable()
    .describe(
      'Whether the caller voted. Null after the count, unless the school keeps the list of people who voted.',
    ),
  isProposed: z
    .boolean()
    .describe(
      'True if one person agreed to announce the draft, and a second person has yet to agree.',
    ),
};

const can = z.object({
  manage: z.boolean(),
  announce: z
    .boolean()
    .describe('True if the election can’t be announced until the caller agrees.'),
  nominate: z.boolean(),
  answer: z.boolean().describe('True if the caller is nominated and hasn’t answered yet.'),
});

export const electionItem = z.object({ ...head, can });
schemaNames.add(electionItem, { id: 'ElectionSummary' });
export type ElectionItem = z.output<typeof electionItem>;

/** An election as one person sees it. */
export const election = z.object({
  ...head,
  can,
  description: z.string(),
  timeZone: z.string().describe('IANA time zone.'),
  nominationsEndAt: instant.nullable(),
  allowsRevote: z.boolean(),
  quorum: count
    .nullable()
    .describe(
      'Minimum turnout in percent. Below it, the election has no winners. Null for no quorum.',
    ),
  keepsVoterList: z
    .boolean()
    .describe('True if the school keeps the list of people who voted, without their votes.'),
  acceptsPaper: z.boolean().describe('True if voters can vote on paper.'),
  awaitsPaper: z
    .boolean()
    .describe('True if voting has ended and the count is waiting for paper ballots.'),
  isVoter: z.boolean().describe('True if the caller belongs to the voters.'),
  extensionReason: z.string().nullable(),
  cancellationReason: z.string().nullable(),
  contests: z.array(contest),
  nominations: z
    .array(
      z.object({
        id: z.string(),
        contest: z.string(),
        state: z.enum(nominationStates),
        person: face,
        proposedBy: face.nullable(),
        photoUrl: z.string().nullable().describe('URL of the picture shown to voters.'),
        hasOwnPicture: z.boolean(),
        statement: z.string(),
        isMine: z.boolean(),
      }),
    )
    .describe('Nominations that the caller can answer or made; all of them for managers.'),
  version: wholeNumber,
});
schemaNames.add(election, { id: 'Election' });
export type Election = z.output<typeof election>;

const listed = z.strictObject({ uid: idText, reason: text().max(limits.reason) });
/** Who can vote. */
export const voterRule = z.strictObject({
  members: z
    .boolean()
    .optional()
    .describe('Members of the club; without a club, everyone at the school.'),
  tags: z.array(text().min(1).max(40)).max(limits.tags).optional().describe('Only these tags.'),
  dues: z
    .boolean()
    .optional()
    .describe('Restriction to club members whose dues are paid, in a grace period, or waived.'),
  years: z
    .array(z.number().int().min(1900).max(2200))
    .max(limits.years)
    .optional()
    .describe('Only these graduation years.'),
  people: z.array(idText).max(limits.listed).optional().describe('Also these people.'),
  allow: z
    .array(listed)
    .max(limits.listed)
    .optional()
    .describe('Also these people, with a reason.'),
  deny: z.array(listed).max(limits.listed).optional().describe('Without these people.'),
});
export type VoterRule = z.output<typeof voterRule>;

const contestInput = z.strictObject({
  id: idText.optional().describe('ID of an existing contest. If omitted, a new one is created.'),
  title: text().min(1).max(limits.title),
  kind: z.enum(contestKinds),
  method: z.enum(countMethods).optional().describe('Default for ranked: irv with one seat.'),
  seats: z.number().int().min(1).max(limits.seats).optional(),
  max: z.number().int().min(1).max(limits.candidates).optional(),
  allowsWriteIns: z.boolean().optional(),
  needsMajority: z.boolean().optional(),
  share: share.nullable().optional(),
  candidates: z
    .array(
      z.union([
        z.strictObject({
          uid: idText,
          id: idText.optional(),
          statement: text().max(limits.statement).optional(),
        }),
        z.strictObject({
          name: text().min(1).max(limits.candidateName),
          id: idText.optional(),
          statement: text().max(limits.statement).optional(),
        }),
      ]),
    )
    .max(limits.candidates)
    .optional(),
});
export type ContestInput = z.output<typeof contestInput>;

const settings = {
  title: text().min(1).max(limits.title),
  description: text().max(limits.description).optional(),
  opensAt: time.describe('RFC 3339. Can be now.'),
  closesAt: time.describe('RFC 3339. At least one minute after `opensAt`.'),
  nominationsEndAt: time
    .nullable()
    .optional()
    .describe('End of nominations, or null for none. Nominations start with the announcement.'),
  timeZone: z.string().max(60).describe('IANA time zone.'),
  voters: voterRule,
  contests: z.array(contestInput).max(limits.contests),
  allowsRevote: z.boolean().optional(),
  quorum: z.number().int().min(1).max(100).nullable().optional(),
  keepsVoterList: z.boolean().optional(),
  acceptsPaper: z.boolean().optional(),
};

export const listElections = endpoint({
  ...signedIn,
  name: 'elections.list',
  summary: 'List your elections',
  description:
    'Returns elections that the caller manages, can vote in or is a candidate of, newest first. `club` limits them to one club.',
  method: 'GET',
  path: '/api/v1/elections',
  scope: 'read',
  query: cursorQuery.extend({ club: idText.optional() }),
  reply: pageOf(electionItem).extend({
    can: z.object({
      create: z
        .boolean()
        .describe(
          'True if the caller can create elections of the club or, without `club`, of the school.',
        ),
    }),
  }),
  errors: ['bad_cursor'],
});

export const getElection = endpoint({
  ...signedIn,
  name: 'elections.get',
  summary: 'Get an election',
  description:
    'For managers, candidates and voters. After the count, also for members of the club.',
  method: 'GET',
  path: '/api/v1/elections/{id}',
  scope: 'read',
  params: id,
  reply: election,
  errors: ['not_found'],
});

const settingsErrors = [
  'not_found',
  'forbidden',
  'club_inactive',
  'election_times',
  'election_incomplete',
  'electorate_small',
  'zone_unknown',
] as const;

export const createElection = endpoint({
  ...manager,
  name: 'elections.create',
  summary: 'Create an election',
  description:
    'Without nominations, an admin’s election is announced immediately. Other elections wait until a second person who isn’t a candidate announces them. With `isDraft`, it can be incomplete. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/elections',
  body: z.strictObject({
    clientId,
    club: idText.nullable().optional().describe('Null or omitted for the whole school.'),
    isDraft: z.boolean().optional(),
    ...settings,
  }),
  reply: election,
  errors: [...settingsErrors, 'too_many_elections'],
});

export const updateElection = endpoint({
  ...manager,
  name: 'elections.update',
  summary: 'Update a draft election',
  description:
    'Send only the fields to change, with the `version` you read. `contests` replaces all contests. Only before the announcement.',
  method: 'PATCH',
  path: '/api/v1/elections/{id}',
  params: id,
  body: z
    .strictObject(settings)
    .partial()
    .extend({ version: wholeNumber.describe('Version you read.') }),
  reply: election,
  errors: [...settingsErrors, 'election_fixed', 'election_changed'],
});

export const electionSettings = z.object({
  election,
  voters: voterRule,
  proposedBy: face.nullable().describe('The first person who agreed to announce it.'),
  people: z.array(face).describe('People named in the rule.'),
  tags: z.array(z.string()).describe('Tags of the club’s members.'),
  canListVoters: z
    .boolean()
    .describe('False if the rule depends on dues that the caller can’t see.'),
});
schemaNames.add(electionSettings, { id: 'ElectionSettings' });
export type ElectionSettings = z.output<typeof electionSettings>;

export const getElectionSettings = endpoint({
  ...manager,
  name: 'elections.settings',
  summary: 'Get an election’s settings',
  description: 'For managers.',
  method: 'GET',
  path: '/api/v1/elections/{id}/settings',
  params: id,
  reply: electionSettings,
  errors: ['not_found'],
});

export const announceElection = endpoint({
  ...manager,
  name: 'elections.announce',
  summary: 'Announce an election',
  description:
    'Two people who aren’t candidates announce together: the first call records the caller’s agreement, the second one announces. An admin announces alone. Nominations start then.',
  method: 'POST',
  path: '/api/v1/elections/{id}/announcement',
  params: id,
  reply: election,
  errors: [...settingsErrors, 'election_fixed', 'election_second_person', 'election_own_candidacy'],
});

export const extendElection = endpoint({
  ...manager,
  name: 'elections.extend',
  summary: 'Extend an election',
  description: 'Moves the end to a later time. Voters see the reason.',
  method: 'PUT',
  path: '/api/v1/elections/{id}/closing',
  params: id,
  body: z.strictObject({ closesAt: time, reason: text().min(1).max(limits.reason) }),
  reply: election,
  errors: ['not_found', 'election_fixed', 'election_closed', 'election_times'],
});

export const cancelElection = endpoint({
  ...manager,
  name: 'elections.cancel',
  summary: 'Cancel an election',
  description: 'Deletes all ballots that were cast. Voters see the reason.',
  method: 'POST',
  path: '/api/v1/elections/{id}/cancellation',
  params: id,
  body: z.strictObject({ reason: text().min(1).max(limits.reason) }),
  reply: election,
  errors: ['not_found', 'election_fixed'],
});

export const deleteElection = endpoint({
  ...manager,
  name: 'elections.delete',
  summary: 'Delete a draft election',
  method: 'DELETE',
  path: '/api/v1/elections/{id}',
  params: id,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found', 'election_fixed'],
});

const voter = z.object({ person: face });
export const voterPreview = z.object({
  voters: count,
  owing: count
    .nullable()
    .describe('Number of club members who owe dues and can’t vote. Null without the `dues` rule.'),
  isDuesHidden: z
    .boolean()
    .describe(
      'True if the caller can’t see who owes dues. Then `voters` includes those who do, `people` is empty, and `leftOut` doesn’t name them.',
    ),
  people: z.array(face).describe(`The first ${limits.preview} by name.`),
  leftOut: z
    .array(
      z.object({
        person: face,
        reason: z.enum(leftOutReasons),
        note: z.string().describe('The reason that a manager wrote, or empty.'),
      }),
    )
    .describe(`Members that the rule leaves out; the first ${limits.preview} by name.`),
  leftOutCount: count,
});
schemaNames.add(voterPreview, { id: 'VoterPreview' });
export type VoterPreview = z.output<typeof voterPreview>;

export const previewVoters = endpoint({
  ...manager,
  name: 'elections.preview-voters',
  summary: 'Preview who can vote',
  description: 'Applies a rule to today’s members, and lists the people that it leaves out.',
  method: 'POST',
  path: '/api/v1/elections/voters-preview',
  body: z.strictObject({ club: idText.nullable().optional(), voters: voterRule }),
  reply: voterPreview,
  errors: ['not_found', 'forbidden'],
});

export const listVoters = endpoint({
  ...manager,
  name: 'elections.voters',
  summary: 'List an election’s voters',
  description:
    'By name. Empty until voting starts. For managers; if the rule depends on dues, only with `dues.manage`.',
  method: 'GET',
  path: '/api/v1/elections/{id}/voters',
  params: id,
  query: cursorQuery,
  reply: pageOf(voter.extend({ hasVoted: z.boolean().nullable() })),
  errors: ['not_found', 'forbidden', 'bad_cursor'],
});

export const nomination = z.object({
  id: z.string(),
  state: z.enum(nominationStates),
});

export const nominate = endpoint({
  ...signedIn,
  name: 'elections.nominate',
  summary: 'Nominate a person',
  description:
    'For voters, while nominations are open. A nomination of oneself is accepted immediately. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/elections/{id}/nominations',
  params: id,
  body: z.strictObject({
    clientId,
    contest: idText,
    uid: idText,
    statement: text().max(limits.statement).optional().describe('Only for oneself.'),
  }),
  reply: nomination,
  errors: [
    'not_found',
    'not_a_voter',
    'nominations_closed',
    'nominated_already',
    'election_own_candidacy',
  ],
});

export const answerNomination = endpoint({
  ...signedIn,
  name: 'elections.answer-nomination',
  summary: 'Answer a nomination',
  description:
    'For the nominee: accept or decline while nominations are open, withdraw until voting ends. If a candidate withdraws while voting runs, their name is struck from every ballot and the candidates below move up.',
  method: 'PUT',
  path: '/api/v1/nominations/{id}',
  params: id,
  body: z.strictObject({
    state: z.enum(['accepted', 'declined', 'withdrawn']),
    statement: text().max(limits.statement).optional(),
    videoUrl: z
      .url({ protocol: /^https$/ })
      .max(limits.videoUrl)
      .nullable()
      .optional(),
  }),
  reply: nomination,
  errors: ['not_found', 'nominations_closed', 'nomination_state', 'election_closed'],
});
