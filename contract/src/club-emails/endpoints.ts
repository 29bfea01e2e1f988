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

const id = z.string().max(40);
const ofClub = z.strictObject({ id });
const ofEmail = z.strictObject({ id, email: z.string().max(40) });
const officer = { access: 'member', credential: 'bearer', inClub: 'emails.send' } as const;

/** Which members of the club it goes to. */
export const clubEmailAudience = z.strictObject({
  who: z.enum(clubEmailAudiences),
  tags: z
    .array(z.string().min(1).max(40))
    .max(limits.tags)
    .describe('Of members who have one of them, where `who` is `tags`'),
});
export type ClubEmailAudience = z.output<typeof clubEmailAudience>;

const summary = senderEmailSummary(hiddenFigures(' whom a tag or their position has chosen'));
export type ClubEmailSummary = z.output<typeof summary>;

const { title, summary: line, blocks } = newsletterDraft;
/** An e-mail of a club as its officers see it. */
export const clubEmail = summary.extend({
  ...senderEmailBody,
  audience: clubEmailAudience,
  clubTags: z.array(z.string()).describe('Tags that members of the club have'),
});
export type ClubEmail = z.output<typeof clubEmail>;

export const listClubEmails = endpoint({
  ...officer,
  name: 'club-emails.list',
  summary: 'E-mails of a club, the last changed first. For those who send them (`emails.send`).',
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
  summary: `Begin an e-mail to members of a club: empty, or as a copy of another one of the club. At most ${limits.unsent} wait to be sent. A repeated \`clientId\` answers the first one again.`,
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
  summary: 'One e-mail of a club with all of it.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/emails/{email}',
  params: ofEmail,
  reply: clubEmail,
  errors: ['not_found', 'forbidden'],
});

export const updateClubEmail = endpoint({
  ...officer,
  name: 'club-emails.update',
  summary: 'Change a draft; only what is sent changes.',
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
  summary:
    `Send an e-mail at a time, at most ${scheduleDays} days ahead, or now (null): ${sendGraceMs / 1000} seconds from now, so that it can be taken back. ` +
    'It goes to those who are members then. Where the club can no longer be changed by then, or the caller may no longer send, it is a draft again. ' +
    `At most ${limits.aDay} a day and club.`,
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
  summary: 'Make a scheduled e-mail a draft again; also in clubs that can only be read.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/emails/{email}/withdraw',
  params: ofEmail,
  reply: clubEmail,
  errors: ['not_found', 'forbidden', 'newsletter_sent'],
});

export const deleteClubEmail = endpoint({
  ...officer,
  name: 'club-emails.delete',
  summary:
    'Delete a draft. What was sent only staff delete, who manage all clubs: it goes from every inbox, and mails that have gone stay gone.',
  method: 'DELETE',
  path: '/api/v1/clubs/{id}/emails/{email}',
  params: ofEmail,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found', 'forbidden', 'club_inactive', 'newsletter_sent'],
});

export const testClubEmail = endpoint({
  ...officer,
  name: 'club-emails.test',
  summary: 'Mail an e-mail of a club to oneself, to see how it looks. At most 30 an hour.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/emails/{email}/test',
  params: ofEmail,
  reply: z.object({ to: z.string() }),
  errors: ['not_found', 'forbidden', 'club_inactive', 'too_many_requests'],
});

export const countClubEmailReach = endpoint({
  ...officer,
  name: 'club-emails.reach',
  summary: 'How many members an audience has now, and how many of them get mail.',
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
  summary:
    'Put a picture for e-mails of a club. The body is the file itself; it is treated as pictures of newsletters are.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/emails/pictures',
  params: ofClub,
  upload: { maxBytes: newsletterLimits.pictureBytes },
  reply: newsletterPicture,
  errors: ['not_found', 'forbidden', 'club_inactive', 'too_many_requests', ...pictureUploadErrors],
});
