import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { newsletterDraft, newsletterPicture, newsletterState } from '../newsletters/endpoints.ts';
import { newsletterLimits, scheduleDays, sendGraceMs } from '../newsletters/limits.ts';
import {
  emailReach,
  hiddenFigures,
  readVersion,
  scheduleBody,
  senderEmailBody,
  senderEmailSummary,
} from '../newsletters/sender-emails.ts';
import { listingReply, offsetWindow } from '../paging.ts';
import { pictureUploadErrors } from '../people/picture-crop.ts';
import { emailedStatuses, eventEmailAudiences, eventEmailLimits as limits } from './limits.ts';

const ofEvent = z.strictObject({ id: z.string().max(40) });
const ofEmail = ofEvent.extend({ email: z.string().max(40) });
const manager = { access: 'member', credential: 'bearer', inClub: 'events.manage' } as const;

/** Which attendees of the event it goes to. */
export const eventEmailAudience = z.strictObject({
  who: z.enum(eventEmailAudiences),
  statuses: z
    .array(z.enum(emailedStatuses))
    .max(emailedStatuses.length)
    .describe('Attendees who have one of them, where `who` is `statuses`'),
  occurrence: z
    .string()
    .min(1)
    .max(40)
    .nullable()
    .describe(
      'One of its times, of an event that people register for by its times; null: all of them',
    ),
});
export type EventEmailAudience = z.output<typeof eventEmailAudience>;

const summary = senderEmailSummary(hiddenFigures(''));
export type EventEmailSummary = z.output<typeof summary>;

/** An e-mail about an event as those see it who manage the event. */
export const eventEmail = summary.extend({ ...senderEmailBody, audience: eventEmailAudience });
export type EventEmail = z.output<typeof eventEmail>;

export const listEventEmails = endpoint({
  ...manager,
  name: 'event-emails.list',
  summary: 'E-mails about an event, the last changed first. For those who manage it.',
  method: 'GET',
  path: '/api/v1/events/{id}/emails',
  params: ofEvent,
  query: z.strictObject({ ...offsetWindow, state: newsletterState.optional() }),
  reply: listingReply(summary).extend({ can: z.object({ create: z.boolean() }) }),
  errors: ['not_found'],
});

export const createEventEmail = endpoint({
  ...manager,
  name: 'event-emails.create',
  summary: `Begin an e-mail to attendees of an event: empty, or as a copy of another one about the event. At most ${limits.unsent} wait to be sent. A repeated \`clientId\` answers the first one again.`,
  method: 'POST',
  path: '/api/v1/events/{id}/emails',
  params: ofEvent,
  body: z.strictObject({ clientId, like: z.string().max(40) }).partial(),
  reply: eventEmail,
  errors: ['not_found', 'club_inactive', 'event_not_published', 'too_many_event_emails'],
});

export const readEventEmail = endpoint({
  ...manager,
  name: 'event-emails.read',
  summary: 'One e-mail about an event with all of it.',
  method: 'GET',
  path: '/api/v1/events/{id}/emails/{email}',
  params: ofEmail,
  reply: eventEmail,
  errors: ['not_found'],
});

const { title, summary: line, blocks } = newsletterDraft;

export const updateEventEmail = endpoint({
  ...manager,
  name: 'event-emails.update',
  summary: 'Change a draft; only what is sent changes.',
  method: 'PATCH',
  path: '/api/v1/events/{id}/emails/{email}',
  params: ofEmail,
  body: z
    .strictObject({ title, summary: line, blocks, audience: eventEmailAudience })
    .partial()
    .extend({ version: readVersion }),
  reply: eventEmail,
  errors: [
    'not_found',
    'club_inactive',
    'event_not_published',
    'newsletter_changed',
    'newsletter_sent',
  ],
});

export const scheduleEventEmail = endpoint({
  ...manager,
  name: 'event-emails.schedule',
  summary:
    `Send an e-mail at a time, at most ${scheduleDays} days ahead, or now (null): ${sendGraceMs / 1000} seconds from now, so that it can be taken back. ` +
    'It goes to those who have the chosen statuses then. Where the club of the event can no longer be changed by then, or the caller may no longer manage the event, it is a draft again. ' +
    `At most ${limits.aDay} a day and event.`,
  method: 'POST',
  path: '/api/v1/events/{id}/emails/{email}/schedule',
  params: ofEmail,
  body: scheduleBody,
  reply: eventEmail,
  errors: [
    'not_found',
    'club_inactive',
    'event_not_published',
    'event_email_no_statuses',
    'newsletter_changed',
    'newsletter_sent',
    'newsletter_unfinished',
    'newsletter_time',
    'too_many_requests',
  ],
});

export const withdrawEventEmail = endpoint({
  ...manager,
  name: 'event-emails.withdraw',
  summary: 'Make a scheduled e-mail a draft again.',
  method: 'POST',
  path: '/api/v1/events/{id}/emails/{email}/withdraw',
  params: ofEmail,
  reply: eventEmail,
  errors: ['not_found', 'newsletter_sent'],
});

export const deleteEventEmail = endpoint({
  ...manager,
  name: 'event-emails.delete',
  summary: 'Delete a draft. What was sent only staff delete, who manage all events.',
  method: 'DELETE',
  path: '/api/v1/events/{id}/emails/{email}',
  params: ofEmail,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found', 'club_inactive', 'newsletter_sent'],
});

export const testEventEmail = endpoint({
  ...manager,
  name: 'event-emails.test',
  summary: 'Mail an e-mail about an event to oneself, to see how it looks. At most 30 an hour.',
  method: 'POST',
  path: '/api/v1/events/{id}/emails/{email}/test',
  params: ofEmail,
  reply: z.object({ to: z.string() }),
  errors: ['not_found', 'too_many_requests'],
});

export const countEventEmailReach = endpoint({
  ...manager,
  name: 'event-emails.reach',
  summary: 'How many attendees an audience has now, and how many of them get mail.',
  method: 'POST',
  path: '/api/v1/events/{id}/emails/reach',
  params: ofEvent,
  body: eventEmailAudience,
  reply: emailReach,
  errors: ['not_found'],
});

export const uploadEventEmailPicture = endpoint({
  ...manager,
  name: 'event-emails.upload',
  summary:
    'Put a picture for e-mails about an event. The body is the file itself; it is treated as pictures of newsletters are.',
  method: 'POST',
  path: '/api/v1/events/{id}/emails/pictures',
  params: ofEvent,
  upload: { maxBytes: newsletterLimits.pictureBytes },
  reply: newsletterPicture,
  errors: [
    'not_found',
    'club_inactive',
    'event_not_published',
    'too_many_requests',
    ...pictureUploadErrors,
  ],
});
