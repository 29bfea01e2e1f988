import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { formDefinition } from '../forms/definition.ts';
import { face } from '../people/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import { clubLimits as limits, linkStates } from './limits.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

/* Questions for people who request to join, and invitation links. */

const id = z.strictObject({ id: z.string().max(40) });
const signedIn = { access: 'member', credential: 'bearer' } as const;
const officer = { ...signedIn, inClub: 'clubs.manage_members' } as const;

export const clubQuestions = z.object({
  version: wholeNumber.describe('Version you read. 0 if there have never been questions.'),
  revision: wholeNumber.describe('Revision of the questions. Send it with the answers.'),
  definition: formDefinition,
  isAnswered: z.boolean().describe('True if someone who is waiting or was accepted has answered.'),
});
schemaNames.add(clubQuestions, { id: 'ClubQuestions' });
export type ClubQuestions = z.output<typeof clubQuestions>;

export const getClubQuestions = endpoint({
  ...signedIn,
  name: 'clubs.questions',
  summary: 'Get a club’s questions',
  description: 'Returns the questions for people who request to join. Empty if the club asks none.',
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
  summary: 'Replace a club’s questions',
  description:
    'These are the questions for people who request to join. Pending requests keep the questions they answered.',
  method: 'PUT',
  path: '/api/v1/clubs/{id}/questions',
  scope: 'write',
  params: id,
  body: z.strictObject({
    version: wholeNumber.describe('Version you read.'),
    definition: formDefinition,
  }),
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
  createdBy: face
    .nullable()
    .describe('Person who created the link, or null if the caller can’t see them.'),
  expiresAt: z.string(),
  uses: z.number().int().describe('Number of people who joined with the link.'),
  maxUses: z.number().int().nullable().describe('Maximum number of uses, or null for no limit.'),
  state: z.enum(linkStates),
});
schemaNames.add(clubLink, { id: 'ClubInvitationLink' });
export type ClubLink = z.output<typeof clubLink>;

export const listClubLinks = endpoint({
  ...officer,
  name: 'clubs.links',
  summary: 'List a club’s invitation links',
  description: `Newest first. For officers who manage members. Ended links stay in the list for ${limits.linkKeptDays} days.`,
  method: 'GET',
  path: '/api/v1/clubs/{id}/links',
  params: id,
  reply: z.object({ items: z.array(clubLink) }),
  errors: ['not_found', 'forbidden'],
});

export const createClubLink = endpoint({
  ...officer,
  name: 'clubs.links-create',
  summary: 'Create an invitation link',
  description: `People who use it join immediately, even if the club otherwise takes requests or invitations. Limit: ${limits.links} active links. The address is returned only once.`,
  method: 'POST',
  path: '/api/v1/clubs/{id}/links',
  scope: 'write',
  params: id,
  body: z.strictObject({
    clientId,
    days: z
      .number()
      .int()
      .min(1)
      .max(limits.linkDays)
      .default(7)
      .describe('Days until the link expires.'),
    maxUses: z
      .number()
      .int()
      .min(1)
      .max(limits.linkUses)
      .nullable()
      .default(null)
      .describe('Maximum number of uses, or null for no limit.'),
    note: text().max(limits.linkNote).default(''),
  }),
  reply: clubLink.extend({ url: z.string() }),
  errors: ['not_found', 'forbidden', 'club_inactive', 'club_closed', 'too_many_club_links'],
});

export const deleteClubLink = endpoint({
  ...officer,
  name: 'clubs.links-delete',
  summary: 'Revoke an invitation link',
  description: 'People who joined with it stay members.',
  method: 'DELETE',
  path: '/api/v1/clubs/{id}/links/{link}',
  scope: 'write',
  params: id.extend({ link: z.string().max(40) }),
  reply: clubLink,
  errors: ['not_found', 'forbidden'],
});

/** Clients send the token in the body because logs record addresses. */
const token = z.strictObject({ token: z.string().min(1).max(64) });

export const invitedClub = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  logo: z.string().nullable(),
  cover: z.string().nullable(),
  isMember: z.boolean(),
  state: z
    .enum(linkStates)
    .describe('State of the link. People can join only with an active link.'),
  expiresAt: z.string(),
});
schemaNames.add(invitedClub, { id: 'InvitedClub' });
export type InvitedClub = z.output<typeof invitedClub>;

export const readClubLink = endpoint({
  ...signedIn,
  name: 'clubs.links-read',
  summary: 'Get the club of an invitation link',
  description: 'Returns 404 if the school has no such token.',
  method: 'POST',
  path: '/api/v1/club-links/read',
  scope: 'read',
  body: token,
  reply: invitedClub,
  errors: ['not_found'],
});

export const joinByClubLink = endpoint({
  ...signedIn,
  name: 'clubs.links-join',
  summary: 'Join a club by invitation link',
  description: 'Members stay members and don’t count toward the link’s limit.',
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
