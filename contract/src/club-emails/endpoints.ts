import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { newsletterDraft, newsletterPicture, newsletterState } from '../newsletters/endpoints.ts';
import { newsletterLimits, scheduleDays, sendGraceMs } from '../newsletters/limits.ts';
import {
  emailReach,
  hiddenFigures,
  readVersion as version,
  scheduleBody,
  senderEmailBody,
  senderEmailSummary,
} from '../newsletters/sender-emails.ts';
import { listingReply, offsetWindow } from '../paging.ts';
import { pictureUploadErrors } from '../people/picture-crop.ts';
import { clubEmailAudiences, clubEmailLimits as limits } from './limits.ts';
import { schemaNames } from '../schema-names.ts';

const id = z.string().max(40);
const ofClub = z.strictObject({ id });
const ofEmail = z.strictObject({ id, email: z.string().max(40) });
const officer = { access: 'member', credential: 'bearer', inClub: 'emails.send' } as const;

/** The club members who receive the email. */
export const clubEmailAudience = z.strictObject({
  who: z.enum(clubEmailAudiences),
  tags: z
    .array(z.string().min(1).max(40))
    .max(limits.tags)
    .describe('Tags. Members with at least one of them receive the email if `who` is `tags`.'),
});
schemaNames.add(clubEmailAudience, { id: 'ClubEmailAudience' });
export type ClubEmailAudience = z.output<typeof clubEmailAudience>;

const summary = senderEmailSummary(hiddenFigures(' and were chosen by a tag or their position'));
schemaNames.add(summary, { id: 'ClubEmailSummary' });
export type ClubEmailSummary = z.output<typeof summary>;

const { title, summary: line, blocks } = newsletterDraft;
export const clubEmail = summary.extend({
  ...senderEmailBody,
  audience: clubEmailAudience,
  clubTags: z.array(z.string()).describe('Tags of the club’s members.'),
});
schemaNames.add(clubEmail, { id: 'ClubEmail' });
export type ClubEmail = z.output<typeof clubEmail>;

export const listClubEmails = endpoint({
  ...officer,
  name: 'club-emails.list',
  summary: 'List a club’s emails',
  description: 'Returns emails, last changed first. For people who can send them (`emails.send`).',
  method: 'GET',
  path: '/api/v1/clubs/{id}/emails',
  params: ofClub,
  query: z.strictObject({ ...offsetWindow, state: newsletterState.optional() }),
  reply: listingReply(summary).extend({ can: z.object({ create: z.boolean() }) }),
  errors: ['not_found', 'forbidden'],
});

export const createClubEmail = endpoint({
  ...officer,
  name: 'club-emails.create',
  summary: 'Create a club email',
  description: `Starts empty, or as a copy of another email of the club. Limit: ${limits.unsent} unsent emails. Idempotent by \`clientId\`.`,
  method: 'POST',
  path: '/api/v1/clubs/{id}/emails',
  params: ofClub,
  body: z.strictObject({ clientId, like: z.string().max(40) }).partial(),
  reply: clubEmail,
  errors: ['not_found', 'forbidden', 'club_inactive', 'too_many_club_emails'],
});

export const readClubEmail = endpoint({
  ...officer,
  name: 'club-emails.read',
  summary: 'Get a club email',
  method: 'GET',
  path: '/api/v1/clubs/{id}/emails/{email}',
  params: ofEmail,
  reply: clubEmail,
  errors: ['not_found', 'forbidden'],
});

export const updateClubEmail = endpoint({
  ...officer,
  name: 'club-emails.update',
  summary: 'Update a draft club email',
  description: 'Send only the fields to change.',
  method: 'PATCH',
  path: '/api/v1/clubs/{id}/emails/{email}',
  params: ofEmail,
  body: z
    .strictObject({ title, summary: line, blocks, audience: clubEmailAudience })
    .partial()
    .extend({ version }),
  reply: clubEmail,
  errors: ['not_found', 'forbidden', 'club_inactive', 'newsletter_changed', 'newsletter_sent'],
});

export const scheduleClubEmail = endpoint({
  ...officer,
  name: 'club-emails.schedule',
  summary: 'Schedule or send a club email',
  description: `Sends at a time at most ${scheduleDays} days ahead, or, with null, ${sendGraceMs / 1000} seconds from now so that you can undo it. The recipients are the members at that time. The email becomes a draft again if the club is read-only by then or the caller can no longer send. Limit: ${limits.aDay} per day and club.`,
  method: 'POST',
  path: '/api/v1/clubs/{id}/emails/{email}/schedule',
  params: ofEmail,
  body: scheduleBody,
  reply: clubEmail,
  errors: [
    'not_found',
    'forbidden',
    'club_inactive',
    'club_email_no_tags',
    'newsletter_changed',
    'newsletter_sent',
    'newsletter_unfinished',
    'newsletter_time',
    'too_many_requests',
  ],
});

export const withdrawClubEmail = endpoint({
  ...officer,
  name: 'club-emails.withdraw',
  summary: 'Cancel a scheduled club email',
  description: 'Makes it a draft again. Also works in read-only clubs.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/emails/{email}/withdraw',
  params: ofEmail,
  reply: clubEmail,
  errors: ['not_found', 'forbidden', 'newsletter_sent'],
});

export const deleteClubEmail = endpoint({
  ...officer,
  name: 'club-emails.delete',
  summary: 'Delete a club email',
  description:
    'Officers can delete drafts. Only staff who manage all clubs can delete a sent email: it is removed from every inbox, but delivered emails can’t be recalled.',
  method: 'DELETE',
  path: '/api/v1/clubs/{id}/emails/{email}',
  params: ofEmail,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found', 'forbidden', 'club_inactive', 'newsletter_sent'],
});

export const testClubEmail = endpoint({
  ...officer,
  name: 'club-emails.test',
  summary: 'Send yourself a test club email',
  description: 'Rate limit: 30 per hour.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/emails/{email}/test',
  params: ofEmail,
  reply: z.object({ to: z.string() }),
  errors: ['not_found', 'forbidden', 'club_inactive', 'too_many_requests'],
});

export const countClubEmailReach = endpoint({
  ...officer,
  name: 'club-emails.reach',
  summary: 'Count recipients of a club email',
  description:
    'Returns the number of members in an audience now, and how many of them receive emails.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/emails/reach',
  params: ofClub,
  body: clubEmailAudience,
  reply: emailReach,
  errors: ['not_found', 'forbidden'],
});

export const uploadClubEmailPicture = endpoint({
  ...officer,
  name: 'club-emails.upload',
  summary: 'Upload a picture for club emails',
  description: 'Send the file as the body. It is processed like a newsletter picture.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/emails/pictures',
  params: ofClub,
  upload: { maxBytes: newsletterLimits.pictureBytes },
  reply: newsletterPicture,
  errors: ['not_found', 'forbidden', 'club_inactive', 'too_many_requests', ...pictureUploadErrors],
});
