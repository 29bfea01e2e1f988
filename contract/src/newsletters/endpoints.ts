import { z } from 'zod';
import { accountTypes } from '../people/account-kinds.ts';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { pictureUploadErrors } from '../people/picture-crop.ts';
import { newsletterLimits as limits, scheduleDays, sendGraceMs, webAddress } from './limits.ts';
import { listingReply, offsetWindow } from '../paging.ts';
import { face } from '../people/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

const buttonUrl = z
  .string()
  .max(limits.url)
  .regex(webAddress, 'Enter an address that starts with https://.');
const pictureName = z.string().regex(/^[0-9a-f]{40}\.jpg$/);
const side = z.int().min(1).max(10_000);

/** A block of a newsletter. `html` is rich text with the tags allowed in a bio. Pictures are uploaded first. */
export const newsletterBlock = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('heading'),
    text: text().min(1).max(limits.heading),
  }),
  z.strictObject({ kind: z.literal('text'), html: z.string().max(limits.html) }),
  z.strictObject({
    kind: z.literal('picture'),
    file: pictureName,
    width: side,
    height: side,
    alt: text()
      .max(limits.alt)
      .describe(
        'Alternative text for people who can’t see the picture. Empty if the picture is decorative.',
      ),
    caption: text().max(limits.caption),
  }),
  z.strictObject({
    kind: z.literal('button'),
    label: text().min(1).max(limits.label),
    url: buttonUrl,
  }),
  z.strictObject({ kind: z.literal('divider') }),
]);
schemaNames.add(newsletterBlock, { id: 'NewsletterBlock' });
export type NewsletterBlock = z.output<typeof newsletterBlock>;

const some = <T extends z.ZodType>(item: T) => z.array(item).max(limits.audience);

/** Recipients: people who match every list that isn't empty. If all lists are empty, everyone at the school. */
export const newsletterAudience = z.strictObject({
  accountTypes: some(z.enum(accountTypes)),
  years: some(z.int().min(1900).max(2200)),
  majors: some(z.string().min(1).max(200)),
  hubs: some(z.string().max(40))
    .default([])
    .describe('IDs of hubs. Matches people who belong to one of them.'),
});
schemaNames.add(newsletterAudience, { id: 'NewsletterAudience' });
export type NewsletterAudience = z.output<typeof newsletterAudience>;

/** The editable content of a newsletter. */
export const newsletterDraft = {
  title: text().max(limits.title),
  summary: text()
    .max(limits.summary)
    .describe('Summary line below the title, in lists and previews.'),
  blocks: z.array(newsletterBlock).max(limits.blocks),
  audience: newsletterAudience,
  byMail: z.boolean().describe('True to also send it by email, to people who want that.'),
};

const id = z.strictObject({ id: z.string().max(40) });
const version = wholeNumber
  .min(1)
  .describe('Version you read. The call fails if the newsletter has changed since.');

export const newsletterState = z.enum(['draft', 'scheduled', 'sent']);

export const newsletterSummary = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  state: newsletterState,
  version: z.int(),
  by: face.nullable().describe('Person who created it, or null if their account was deleted.'),
  changedAt: z.iso.datetime(),
  sendAt: z.iso.datetime().nullable().describe('Scheduled time, or null.'),
  sentAt: z.iso.datetime().nullable().describe('Time of sending, or null.'),
  recipients: z.int().describe('Number of recipients.'),
  read: z
    .int()
    .describe('Number of recipients who opened it in their inbox. Emails aren’t tracked.'),
  mailed: z.int().describe('Number of emails sent.'),
  bounced: z
    .int()
    .describe('Number of emails that the mail server refused, or couldn’t accept for days.'),
});
schemaNames.add(newsletterSummary, { id: 'NewsletterSummary' });
export type NewsletterSummary = z.output<typeof newsletterSummary>;

/** A newsletter as admins see it. */
export const newsletter = newsletterSummary.extend({
  ...newsletterDraft,
  title: z.string(),
  summary: z.string(),
});
schemaNames.add(newsletter, { id: 'Newsletter' });
export type Newsletter = z.output<typeof newsletter>;

const staff = { access: 'staff', permission: 'newsletters.manage', credential: 'bearer' } as const;
const signedIn = { access: 'member', credential: 'bearer' } as const;

export const listNewsletters = endpoint({
  name: 'newsletters.list',
  summary: 'List newsletters',
  description: 'Returns the school’s newsletters, last changed first.',
  method: 'GET',
  path: '/api/v1/newsletters',
  ...staff,
  query: z.strictObject({ ...offsetWindow, state: newsletterState.optional() }),
  reply: listingReply(newsletterSummary),
});

export const createNewsletter = endpoint({
  name: 'newsletters.make',
  summary: 'Create a newsletter',
  description: 'Starts empty, or as a copy of another one. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/newsletters',
  ...staff,
  body: z.strictObject({ clientId, like: z.string().max(40) }).partial(),
  reply: newsletter,
  errors: ['not_found'],
});

export const readNewsletter = endpoint({
  name: 'newsletters.read',
  summary: 'Get a newsletter',
  method: 'GET',
  path: '/api/v1/newsletters/{id}',
  ...staff,
  params: id,
  reply: newsletter,
  errors: ['not_found'],
});

export const updateNewsletter = endpoint({
  name: 'newsletters.change',
  summary: 'Update a draft newsletter',
  description: 'Send only the fields to change. Scheduled and sent newsletters can’t be changed.',
  method: 'PATCH',
  path: '/api/v1/newsletters/{id}',
  ...staff,
  params: id,
  body: z.strictObject(newsletterDraft).partial().extend({ version }),
  reply: newsletter,
  errors: ['not_found', 'newsletter_changed', 'newsletter_sent'],
});

export const scheduleNewsletter = endpoint({
  name: 'newsletters.schedule',
  summary: 'Schedule or send a newsletter',
  description: `Sends at a time at most ${scheduleDays} days ahead, or, with null, ${sendGraceMs / 1000} seconds from now so that you can undo it.`,
  method: 'POST',
  path: '/api/v1/newsletters/{id}/schedule',
  ...staff,
  params: id,
  body: z.strictObject({
    version,
    at: z.iso.datetime().nullable().describe('Time to send it, or null for now.'),
  }),
  reply: newsletter,
  errors: [
    'not_found',
    'newsletter_changed',
    'newsletter_sent',
    'newsletter_unfinished',
    'newsletter_time',
  ],
});

export const withdrawNewsletter = endpoint({
  name: 'newsletters.withdraw',
  summary: 'Cancel a scheduled newsletter',
  description: 'Makes it a draft again.',
  method: 'POST',
  path: '/api/v1/newsletters/{id}/withdraw',
  ...staff,
  params: id,
  reply: newsletter,
  errors: ['not_found', 'newsletter_sent'],
});

export const deleteNewsletter = endpoint({
  name: 'newsletters.delete',
  summary: 'Delete a newsletter',
  description:
    'A sent newsletter is removed from every inbox. Emails already delivered can’t be recalled.',
  method: 'DELETE',
  path: '/api/v1/newsletters/{id}',
  ...staff,
  params: id,
  reply: z.object({ ok: z.literal(true) }),
});

export const testNewsletter = endpoint({
  name: 'newsletters.test',
  summary: 'Send yourself a test newsletter',
  description: 'Rate limit: 30 per hour.',
  method: 'POST',
  path: '/api/v1/newsletters/{id}/test',
  ...staff,
  params: id,
  reply: z.object({ to: z.string() }),
  errors: ['not_found', 'too_many_requests'],
});

export const countNewsletterReach = endpoint({
  name: 'newsletters.reach',
  summary: 'Count recipients of a newsletter',
  description:
    'Returns the number of people in an audience now, and how many of them want newsletters by email.',
  method: 'POST',
  path: '/api/v1/newsletters/reach',
  ...staff,
  body: newsletterAudience,
  reply: z.object({ people: z.int(), byMail: z.int() }),
});

export const newsletterPicture = z.object({
  file: z.string(),
  url: z.string(),
  width: z.int(),
  height: z.int(),
});
schemaNames.add(newsletterPicture, { id: 'NewsletterPicture' });

export const uploadNewsletterPicture = endpoint({
  name: 'newsletters.upload',
  summary: 'Upload a newsletter picture',
  description: `Send the file as the body (JPEG, PNG, WebP, AVIF or GIF; first frame only; detected by content). Metadata is removed. The picture is stored as JPEG, at most ${limits.pictureWidth} pixels wide, which every mail program can show.`,
  method: 'POST',
  path: '/api/v1/newsletters/pictures',
  ...staff,
  upload: { maxBytes: limits.pictureBytes },
  reply: newsletterPicture,
  errors: [...pictureUploadErrors],
});

const inboxItemHeader = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  sentAt: z.iso.datetime(),
  isRead: z.boolean(),
  club: z
    .object({ id: z.string(), name: z.string(), logo: z.string().nullable() })
    .nullable()
    .describe('Club that sent it. Null if the school sent it or if it is about an event.'),
  event: z
    .object({ id: z.string(), title: z.string() })
    .nullable()
    .describe('Event that it is about, or null.'),
});
schemaNames.add(inboxItemHeader, { id: 'InboxItem' });
export type InboxItem = z.output<typeof inboxItemHeader>;

export const listInbox = endpoint({
  name: 'inbox.list',
  summary: 'List your inbox',
  description:
    'Returns newsletters, club emails and event emails sent to the caller, newest first.',
  method: 'GET',
  path: '/api/v1/inbox',
  ...signedIn,
  query: z.strictObject(offsetWindow),
  reply: listingReply(inboxItemHeader).extend({
    unread: z.int().describe('Number of unread items.'),
  }),
});

export const readInboxItem = endpoint({
  name: 'inbox.read',
  summary: 'Get an inbox item',
  description: 'Doesn’t mark it as read; the page does that when it is open.',
  method: 'GET',
  path: '/api/v1/inbox/{id}',
  ...signedIn,
  params: id,
  reply: inboxItemHeader.extend({
    blocks: z.array(newsletterBlock),
    why: newsletterAudience.describe(
      'Audience it was sent to, with the names of hubs. Empty for club and event emails.',
    ),
  }),
  errors: ['not_found'],
});

export const markInboxItem = endpoint({
  name: 'inbox.mark',
  summary: 'Mark an inbox item read or unread',
  method: 'PATCH',
  path: '/api/v1/inbox/{id}',
  ...signedIn,
  params: id,
  body: z.strictObject({ isRead: z.boolean() }),
  reply: inboxItemHeader,
  errors: ['not_found'],
});

export const markInboxRead = endpoint({
  name: 'inbox.mark-all',
  summary: 'Mark all inbox items as read',
  method: 'POST',
  path: '/api/v1/inbox/read',
  ...signedIn,
  reply: z.object({ ok: z.literal(true) }),
});

const inboxChoice = z.object({
  byMail: z.boolean().describe('True if the school’s newsletters also come by email.'),
  clubs: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .describe('Clubs whose emails come to the inbox only.'),
  events: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .describe('Events whose emails come to the inbox only.'),
});
schemaNames.add(inboxChoice, { id: 'EmailPreferences' });

export const getInboxChoice = endpoint({
  name: 'inbox.choice',
  summary: 'Get your email preferences',
  description:
    'Returns whether the caller gets newsletters by email, and the clubs and events whose emails are turned off.',
  method: 'GET',
  path: '/api/v1/inbox/choice',
  ...signedIn,
  reply: inboxChoice,
});

export const setInboxChoice = endpoint({
  name: 'inbox.set-choice',
  summary: 'Update your email preferences',
  description:
    'Subscribes to or unsubscribes from the school’s newsletter emails, or, with `club` or `event`, emails from that club or about that event.',
  method: 'PUT',
  path: '/api/v1/inbox/choice',
  ...signedIn,
  body: z
    .strictObject({
      byMail: z.boolean(),
      club: z.string().max(40).optional(),
      event: z.string().max(40).optional(),
    })
    .refine(({ club, event }) => club === undefined || event === undefined, {
      message: 'Send club or event, not both.',
    }),
  reply: inboxChoice,
  errors: ['not_found'],
});

export const unsubscribe = endpoint({
  name: 'inbox.unsubscribe',
  summary: 'Unsubscribe with one click',
  description:
    'Stops newsletter emails for the token’s person, or emails of the token’s club or event. Needs no sign-in; mail programs call it (RFC 8058). Idempotent.',
  method: 'POST',
  path: '/api/v1/inbox/unsubscribe/{token}',
  access: 'visitor',
  credential: 'open',
  takes: 'form',
  params: z.strictObject({ token: z.string().max(190) }),
  body: z.looseObject({}),
  reply: z.object({ ok: z.literal(true) }),
  errors: ['unsubscribe_invalid'],
});

export const leaveNewsletters = endpoint({
  name: 'inbox.leave',
  summary: 'Unsubscribe by email link',
  description:
    'For the page that an email’s link opens. Has the same effect as the one-click call.',
  method: 'POST',
  path: '/api/v1/inbox/leave',
  access: 'visitor',
  credential: 'open',
  body: z.strictObject({ token: z.string().max(190) }),
  reply: z.object({
    ok: z.literal(true),
    club: z.string().optional().describe('Name of the club whose emails stop.'),
    event: z
      .string()
      .optional()
      .describe(
        'Title of the event whose emails stop. If `club` and `event` are missing, the school’s emails stop.',
      ),
  }),
  errors: ['unsubscribe_invalid'],
});
