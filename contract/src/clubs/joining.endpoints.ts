import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { formDefinition } from '../forms/definition.ts';
import { face } from '../people/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import { clubLimits as limits, linkStates } from './limits.ts';
import { text } from '../text.ts';

/* What somebody meets on the way into a club: its questions, and links that lead into it. */

const id = z.strictObject({ id: z.string().max(40) });
const member = { access: 'member', credential: 'bearer' } as const;
const officer = { ...member, inClub: 'clubs.manage_members' } as const;

export const clubQuestions = z.object({
  version: wholeNumber.describe('0: nothing was ever asked'),
  revision: wholeNumber.describe('To be sent with the answers'),
  definition: formDefinition,
  isAnswered: z.boolean().describe('Somebody who waits, or was accepted, has answered'),
});
export type ClubQuestions = z.output<typeof clubQuestions>;

export const getClubQuestions = endpoint({
  ...member,
  name: 'clubs.questions',
  summary: 'What the club asks whoever requests to join. Without questions it asks nothing.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/questions',
  scope: 'read',
  params: id,
  reply: clubQuestions,
  errors: ['not_found'],
});

export const updateClubQuestions = endpoint({
  ...officer,
  name: 'clubs.questions-update',
  summary:
    'Replace what the club asks whoever requests to join. Requests that wait keep the questions they answered.',
  method: 'PUT',
  path: '/api/v1/clubs/{id}/questions',
  scope: 'write',
  params: id,
  body: z.strictObject({ version: wholeNumber, definition: formDefinition }),
  reply: clubQuestions,
  errors: [
    'not_found',
    'forbidden',
    'club_inactive',
    'form_changed',
    'form_incomplete',
    'form_ids_repeated',
    'form_condition_forward',
    'form_condition_unknown',
    'form_kind_changed',
    'form_range',
  ],
});

export const clubLink = z.object({
  id: z.string(),
  note: z.string(),
  createdAt: z.string(),
  createdBy: face.nullable().describe('null where the caller does not see them'),
  expiresAt: z.string(),
  uses: z.number().int().describe('How many have joined by it'),
  maxUses: z.number().int().nullable().describe('null: any number'),
  state: z.enum(linkStates),
});
export type ClubLink = z.output<typeof clubLink>;

export const listClubLinks = endpoint({
  ...officer,
  name: 'clubs.links',
  summary: `Invitation links of a club, newest first, for officers who manage members. Those that ended stay for ${limits.linkKeptDays} days.`,
  method: 'GET',
  path: '/api/v1/clubs/{id}/links',
  params: id,
  reply: z.object({ items: z.array(clubLink) }),
  errors: ['not_found', 'forbidden'],
});

export const createClubLink = endpoint({
  ...officer,
  name: 'clubs.links-create',
  summary: `Make a link by which people join at once, also a club that takes requests or invitations. At most ${limits.links} are active. Its address is answered here and never again.`,
  method: 'POST',
  path: '/api/v1/clubs/{id}/links',
  scope: 'write',
  params: id,
  body: z.strictObject({
    clientId,
    days: z.number().int().min(1).max(limits.linkDays).default(7),
    maxUses: z.number().int().min(1).max(limits.linkUses).nullable().default(null),
    note: text().max(limits.linkNote).default(''),
  }),
  reply: clubLink.extend({ url: z.string() }),
  errors: ['not_found', 'forbidden', 'club_inactive', 'club_closed', 'too_many_club_links'],
});

export const deleteClubLink = endpoint({
  ...officer,
  name: 'clubs.links-delete',
  summary: 'Revoke an invitation link. Whoever joined by it stays a member.',
  method: 'DELETE',
  path: '/api/v1/clubs/{id}/links/{link}',
  scope: 'write',
  params: id.extend({ link: z.string().max(40) }),
  reply: clubLink,
  errors: ['not_found', 'forbidden'],
});

/** The token is sent in the body: addresses are written down in logs. */
const token = z.strictObject({ token: z.string().min(1).max(64) });

export const invitedClub = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  logo: z.string().nullable(),
  cover: z.string().nullable(),
  isMember: z.boolean(),
  state: z.enum(linkStates).describe('Only an active link lets somebody join'),
  expiresAt: z.string(),
});
export type InvitedClub = z.output<typeof invitedClub>;

export const readClubLink = endpoint({
  ...member,
  name: 'clubs.links-read',
  summary: 'The club that an invitation link leads to. 404 for a token that this school never had.',
  method: 'POST',
  path: '/api/v1/club-links/read',
  scope: 'read',
  body: token,
  reply: invitedClub,
  errors: ['not_found'],
});

export const joinByClubLink = endpoint({
  ...member,
  name: 'clubs.links-join',
  summary:
    'Join the club that an invitation link leads to. Members stay members, and use nothing of its limit.',
  method: 'POST',
  path: '/api/v1/club-links/join',
  scope: 'write',
  body: token,
  reply: z.object({ id: z.string(), status: z.literal('member') }),
  errors: [
    'not_found',
    'club_link_ended',
    'club_closed',
    'club_inactive',
    'club_membership_refused',
  ],
});
