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
import { schemaNames } from '../schema-names.ts';

const ofEvent = z.strictObject({ id: z.string().max(40) });
const ofEmail = ofEvent.extend({ email: z.string().max(40) });
const manager = { access: 'member', credential: 'bearer', inClub: 'events.manage' } as const;

/** The attendees who receive the email. */
export const eventEmailAudience = z.strictObject({
  who: z.enum(eventEmailAudiences),
  statuses: z
    .array(z.enum(emailedStatuses))
    .max(emailedStatuses.length)
    .describe('Statuses. Attendees with one of them receive the email if `who` is `statuses`.'),
  occurrence: z
    .string()
    .min(1)
    .max(40)
    .nullable()
    .describe('Occurrence, for events with registration by date, or null for all.'),
});
schemaNames.add(eventEmailAudience, { id: 'EventEmailAudience' });
export type EventEmailAudience = z.output<typeof eventEmailAudience>;

const summary = senderEmailSummary(hiddenFigures(''));
schemaNames.add(summary, { id: 'EventEmailSummary' });
export type EventEmailSummary = z.output<typeof summary>;

export const eventEmail = summary.extend({ ...senderEmailBody, audience: eventEmailAudience });
schemaNames.add(eventEmail, { id: 'EventEmail' });
export type EventEmail = z.output<typeof eventEmail>;

export const listEventEmails = endpoint({
  ...manager,
  name: 'event-emails.list',
  summary: 'List an event’s emails',
  description: 'Returns emails, last changed first. For people who manage the event.',
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
  summary: 'Create an event email',
  description: `Starts empty, or as a copy of another email about the event. Limit: ${limits.unsent} unsent emails. Idempotent by \`clientId\`.`,
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
  summary: 'Get an event email',
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
  summary: 'Update a draft event email',
  description: 'Send only the fields to change.',
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
  summary: 'Schedule or send an event email',
  description: `Sends at a time at most ${scheduleDays} days ahead, or, with null, ${sendGraceMs / 1000} seconds from now so that you can undo it. The recipients are the people with the chosen statuses at that time. The email becomes a draft again if the event’s club is read-only by then or the caller can no longer manage the event. Limit: ${limits.aDay} per day and event.`,
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
  summary: 'Cancel a scheduled event email',
  description: 'Makes it a draft again.',
  method: 'POST',
  path: '/api/v1/events/{id}/emails/{email}/withdraw',
  params: ofEmail,
  reply: eventEmail,
  errors: ['not_found', 'newsletter_sent'],
});

export const deleteEventEmail = endpoint({
  ...manager,
  name: 'event-emails.delete',
  summary: 'Delete an event email',
  description:
    'Event managers can delete drafts. Only staff who manage all events can delete a sent email.',
  method: 'DELETE',
  path: '/api/v1/events/{id}/emails/{email}',
  params: ofEmail,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found', 'club_inactive', 'newsletter_sent'],
});

export const testEventEmail = endpoint({
  ...manager,
  name: 'event-emails.test',
  summary: 'Send yourself a test event email',
  description: 'Rate limit: 30 per hour.',
  method: 'POST',
  path: '/api/v1/events/{id}/emails/{email}/test',
  params: ofEmail,
  reply: z.object({ to: z.string() }),
  errors: ['not_found', 'too_many_requests'],
});

export const countEventEmailReach = endpoint({
  ...manager,
  name: 'event-emails.reach',
  summary: 'Count recipients of an event email',
  description:
    'Returns the number of attendees in an audience now, and how many of them receive emails.',
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
  summary: 'Upload a picture for event emails',
  description: 'Send the file as the body. It is processed like a newsletter picture.',
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
