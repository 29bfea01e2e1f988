import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { formAnswers } from '../forms/definition.ts';
import { answeredForm } from '../forms/results.ts';
import { listingReply, offsetWindow } from '../paging.ts';
import { face } from '../people/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import { clubLimits as limits } from './limits.ts';
import { text } from '../text.ts';

const id = z.strictObject({ id: z.string().max(40) });
const uids = z.array(z.string().max(40)).min(1).max(limits.people);
const member = { access: 'member', credential: 'bearer' } as const;
const manager = { ...member, inClub: 'clubs.manage_members' } as const;

export const clubMember = face.extend({
  role: z.enum(['member', 'officer']),
  position: z.string().optional().describe('Of officers'),
  since: z.string(),
  tags: z
    .array(z.string())
    .describe('Tags of the caller; of others only for people who manage members, otherwise empty'),
  points: z.number().int().optional().describe('For officers who manage points'),
});
export type ClubMember = z.output<typeof clubMember>;

export const listClubMembers = endpoint({
  ...member,
  name: 'clubs.members',
  summary:
    'Members of a club that the caller may see, officers first, then by name. Where the club shows its members only to members or to officers, others see its officers and themselves.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/members',
  scope: 'read',
  params: id,
  query: z.strictObject({
    ...offsetWindow,
    search: z.string().max(100).optional().describe('Beginnings of names'),
    tag: z.string().max(limits.memberTag).optional(),
  }),
  reply: listingReply(clubMember),
  errors: ['not_found'],
});

const membershipReply = z.object({ status: z.enum(['member', 'requested', 'none']) });

export const joinClub = endpoint({
  ...member,
  name: 'clubs.join',
  summary:
    'Become a member, or ask to where the club decides. An invitation is accepted by it. Doing it twice changes nothing.',
  method: 'PUT',
  path: '/api/v1/clubs/{id}/membership',
  scope: 'write',
  params: id,
  body: z.strictObject({
    answers: formAnswers
      .optional()
      .describe('To the questions of the club, where the membership is requested'),
    revision: wholeNumber
      .optional()
      .describe('Of the questions that were read; they are refused if the club asks others by now'),
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
  ...member,
  name: 'clubs.leave',
  summary:
    'Leave the club, withdraw one’s request or decline an invitation. The last officer cannot leave.',
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
    .describe('What somebody who has asked answered to the club’s questions, as they were then'),
});
export type ClubApplicant = z.output<typeof clubApplicant>;

export const listClubRequests = endpoint({
  ...manager,
  name: 'clubs.requests',
  summary:
    'Who has asked, is invited or banned, longest waiting first. For officers who manage members.',
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
  position: z.string().nullable().describe('The one they held; null: they were a member'),
  since: z.string(),
  until: z.string(),
});
export type ClubPastMember = z.output<typeof clubPastMember>;

export const listClubPastMembers = endpoint({
  ...manager,
  name: 'clubs.past-members',
  summary:
    'Memberships and positions that have ended, the latest first, of people whom the caller may see. For officers who manage members.',
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
  summary:
    'Accept and decline requests. Whoever has not asked, or was decided about meanwhile, stays as they are.',
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
  summary:
    'Invite people. Whoever has asked becomes a member; members stay as they are, and nobody who is banned is invited.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/invitations',
  scope: 'write',
  params: id,
  body: z.strictObject({ uids }),
  reply: z.object({ invited: z.number().int(), accepted: z.number().int() }),
  errors: ['not_found', 'forbidden', 'club_inactive'],
});

export const updateClubMembers = endpoint({
  ...manager,
  name: 'clubs.update-members',
  summary:
    'Change members in bulk: give a position or take it, tag, remove, take back an invitation, ban, or lift a ban. Only those it applies to change.',
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
      .describe('Of the act `position`: its id; null makes officers members again'),
    seen: z
      .record(z.string().max(40), z.string().nullable())
      .optional()
      .describe(
        'Of the acts `position`, `remove` and `ban`: the position of each of these people as it was read, by its name, null without one. Refused with `club_member_changed`, and nothing changes, where somebody else has changed one since',
      ),
    tag: text()
      .min(1)
      .max(limits.memberTag)
      .optional()
      .describe('Tag to add or remove. Only for `tag` and `untag`'),
  }),
  reply: z.object({ changed: z.number().int() }),
  errors: [
    'not_found',
    'forbidden',
    'club_inactive',
    'club_last_officer',
    'club_officers_locked',
    'club_member_changed',
  ],
});
