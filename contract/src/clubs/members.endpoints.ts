import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { formAnswers } from '../forms/definition.ts';
import { answeredForm } from '../forms/results.ts';
import { listingReply, offsetWindow } from '../paging.ts';
import { face } from '../people/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import { clubLimits as limits } from './limits.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

const id = z.strictObject({ id: z.string().max(40) });
const uids = z.array(z.string().max(40)).min(1).max(limits.people);
const signedIn = { access: 'member', credential: 'bearer' } as const;
const manager = { ...signedIn, inClub: 'clubs.manage_members' } as const;

export const clubMember = face.extend({
  role: z.enum(['member', 'officer']),
  position: z.string().optional().describe('Position. Only for officers.'),
  since: z.string(),
  tags: z
    .array(z.string())
    .describe(
      'Tags of the member. For people who manage members, and on the caller’s own entry; otherwise empty.',
    ),
  points: z.number().int().optional().describe('Points. For officers who manage points.'),
});
schemaNames.add(clubMember, { id: 'ClubMember' });
export type ClubMember = z.output<typeof clubMember>;

export const listClubMembers = endpoint({
  ...signedIn,
  name: 'clubs.members',
  summary: 'List a club’s members',
  description:
    'Returns members that the caller can see, officers first, then by name. If the club shows its members only to members or officers, others see the officers and themselves.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/members',
  scope: 'read',
  params: id,
  query: z.strictObject({
    ...offsetWindow,
    search: z.string().max(100).optional().describe('Start of a name.'),
    tag: z.string().max(limits.memberTag).optional(),
  }),
  reply: listingReply(clubMember),
  errors: ['not_found'],
});

const membershipReply = z.object({ status: z.enum(['member', 'requested', 'none']) });

export const joinClub = endpoint({
  ...signedIn,
  name: 'clubs.join',
  summary: 'Join a club',
  description:
    'Requests membership if the club decides on requests. Accepts a pending invitation. Idempotent.',
  method: 'PUT',
  path: '/api/v1/clubs/{id}/membership',
  scope: 'write',
  params: id,
  body: z.strictObject({
    answers: formAnswers
      .optional()
      .describe('Answers to the club’s questions, if membership is by request.'),
    revision: wholeNumber
      .optional()
      .describe('Revision of the questions you read. Fails if the questions have changed.'),
  }),
  reply: membershipReply.extend({ status: z.enum(['member', 'requested']) }),
  errors: [
    'not_found',
    'club_closed',
    'club_by_invitation',
    'club_inactive',
    'club_membership_refused',
    'form_answers_invalid',
    'form_revised',
    'form_full',
  ],
});

export const leaveClub = endpoint({
  ...signedIn,
  name: 'clubs.leave',
  summary: 'Leave a club',
  description:
    'Also withdraws your request or declines an invitation. The last officer can’t leave.',
  method: 'DELETE',
  path: '/api/v1/clubs/{id}/membership',
  scope: 'write',
  params: id,
  reply: membershipReply.extend({ status: z.literal('none') }),
  errors: ['not_found', 'club_last_officer', 'club_officers_locked'],
});

export const clubApplicant = face.extend({
  status: z.enum(['requested', 'invited', 'banned']),
  since: z.string(),
  answers: answeredForm
    .pick({ questions: true, files: true })
    .nullable()
    .describe('Answers to the club’s questions, with the questions as they were then, or null.'),
});
schemaNames.add(clubApplicant, { id: 'ClubApplicant' });
export type ClubApplicant = z.output<typeof clubApplicant>;

export const listClubRequests = endpoint({
  ...manager,
  name: 'clubs.requests',
  summary: 'List a club’s join requests',
  description:
    'Returns people who requested, are invited or are banned, longest wait first. For officers who manage members.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/requests',
  params: id,
  query: z.strictObject({
    ...offsetWindow,
    pageSize: z.coerce.number().int().min(1).max(100).default(100),
    status: z.enum(['requested', 'invited', 'banned']).default('requested'),
  }),
  reply: listingReply(clubApplicant),
  errors: ['not_found', 'forbidden'],
});

export const clubPastMember = face.extend({
  id: z.string(),
  position: z.string().nullable().describe('Position held, or null for members.'),
  since: z.string(),
  until: z.string(),
});
schemaNames.add(clubPastMember, { id: 'PastClubMember' });
export type ClubPastMember = z.output<typeof clubPastMember>;

export const listClubPastMembers = endpoint({
  ...manager,
  name: 'clubs.past-members',
  summary: 'List a club’s past members',
  description:
    'Returns past memberships and positions of people that the caller can see, latest first. For officers who manage members.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/past-members',
  params: id,
  query: z.strictObject({
    ...offsetWindow,
  }),
  reply: listingReply(clubPastMember),
  errors: ['not_found', 'forbidden'],
});

export const decideClubRequests = endpoint({
  ...manager,
  name: 'clubs.decide-requests',
  summary: 'Accept or decline join requests',
  description: 'People who haven’t requested, or were already decided on, are skipped.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/requests',
  scope: 'write',
  params: id,
  body: z.strictObject({
    accept: z.array(z.string().max(40)).max(limits.people).default([]),
    decline: z.array(z.string().max(40)).max(limits.people).default([]),
  }),
  reply: z.object({ accepted: z.array(z.string()), declined: z.array(z.string()) }),
  errors: ['not_found', 'forbidden', 'club_inactive'],
});

export const inviteToClub = endpoint({
  ...manager,
  name: 'clubs.invite',
  summary: 'Invite people to a club',
  description: 'People who have requested become members. Members and banned people are skipped.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/invitations',
  scope: 'write',
  params: id,
  body: z.strictObject({ uids }),
  reply: z.object({
    invited: z.number().int().describe('Number of people invited.'),
    accepted: z.number().int().describe('Number of people who had requested and became members.'),
  }),
  errors: ['not_found', 'forbidden', 'club_inactive'],
});

export const updateClubMembers = endpoint({
  ...manager,
  name: 'clubs.update-members',
  summary: 'Update members in bulk',
  description:
    'Assigns or removes a position, adds or removes a tag, removes members, cancels invitations, bans or unbans. People an action doesn’t apply to are skipped.',
  method: 'PATCH',
  path: '/api/v1/clubs/{id}/members',
  scope: 'write',
  params: id,
  body: z.strictObject({
    uids,
    act: z.enum(['position', 'tag', 'untag', 'remove', 'uninvite', 'ban', 'unban']),
    position: z
      .string()
      .max(40)
      .nullable()
      .optional()
      .describe(
        'ID of the position, with `act` set to `position`. Null makes officers members again.',
      ),
    seen: z
      .record(z.string().max(40), z.string().nullable())
      .optional()
      .describe(
        'Names of these people’s positions that you read, null for none, with `act` set to `position`, `remove` or `ban`. If someone else has changed one since, the call fails with `club_member_changed` and changes nothing.',
      ),
    tag: text()
      .min(1)
      .max(limits.memberTag)
      .optional()
      .describe('Tag to add or remove. Only for `tag` and `untag`.'),
  }),
  reply: z.object({ changed: z.number().int().describe('Number of people changed.') }),
  errors: [
    'not_found',
    'forbidden',
    'club_inactive',
    'club_last_officer',
    'club_officers_locked',
    'club_member_changed',
  ],
});
