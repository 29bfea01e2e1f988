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

const buttonUrl = z
  .string()
  .max(limits.url)
  .regex(webAddress, 'an address that begins with https://');
const pictureName = z.string().regex(/^[0-9a-f]{40}\.jpg$/);
const side = z.int().min(1).max(10_000);

/** A part of a newsletter. `text` is rich text: what a bio may hold. Pictures are uploaded before. */
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
      .describe('What it shows, for those who do not see it; empty: it decorates'),
    caption: text().max(limits.caption),
  }),
  z.strictObject({
    kind: z.literal('button'),
    label: text().min(1).max(limits.label),
    url: buttonUrl,
  }),
  z.strictObject({ kind: z.literal('divider') }),
]);
export type NewsletterBlock = z.output<typeof newsletterBlock>;

const some = <T extends z.ZodType>(item: T) => z.array(item).max(limits.audience);

/** Whom it goes to: who meets every list that is not empty. All empty: everybody at the school. */
export const newsletterAudience = z.strictObject({
  accountTypes: some(z.enum(accountTypes)),
  years: some(z.int().min(1900).max(2200)),
  majors: some(z.string().min(1).max(200)),
  hubs: some(z.string().max(40))
    .default([])
    .describe('Ids of hubs; people who belong to one of them'),
});
export type NewsletterAudience = z.output<typeof newsletterAudience>;

/** What is written of a newsletter. */
export const newsletterDraft = {
  title: text().max(limits.title),
  summary: text().max(limits.summary).describe('One line under the title, in lists and previews'),
  blocks: z.array(newsletterBlock).max(limits.blocks),
  audience: newsletterAudience,
  byMail: z.boolean().describe('Also by mail, to those who want it'),
};

const id = z.strictObject({ id: z.string().max(40) });
const version = wholeNumber.min(1).describe('The version that was read; another one is refused');

export const newsletterState = z.enum(['draft', 'scheduled', 'sent']);

export const newsletterSummary = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  state: newsletterState,
  version: z.int(),
  by: face.nullable(),
  changedAt: z.iso.datetime(),
  sendAt: z.iso.datetime().nullable(),
  sentAt: z.iso.datetime().nullable(),
  recipients: z.int(),
  read: z.int().describe('Recipients who have opened it in their inbox. Mail is not watched'),
  mailed: z.int(),
  bounced: z.int().describe('Mails that the mail server refused, or could not take for days'),
});
export type NewsletterSummary = z.output<typeof newsletterSummary>;

/** A newsletter as admins see it. */
export const newsletter = newsletterSummary.extend({
  ...newsletterDraft,
  title: z.string(),
  summary: z.string(),
});
export type Newsletter = z.output<typeof newsletter>;

const staff = { access: 'staff', permission: 'newsletters.manage', credential: 'bearer' } as const;
const member = { access: 'member', credential: 'bearer' } as const;

export const listNewsletters = endpoint({
  name: 'newsletters.list',
  summary: 'Newsletters of the school, the last changed first.',
  method: 'GET',
  path: '/api/v1/newsletters',
  ...staff,
  query: z.strictObject({ ...offsetWindow, state: newsletterState.optional() }),
  reply: listingReply(newsletterSummary),
});

export const createNewsletter = endpoint({
  name: 'newsletters.make',
  summary:
    'Begin a newsletter: empty, or as a copy of another one. A repeated `clientId` answers the first one again.',
  method: 'POST',
  path: '/api/v1/newsletters',
  ...staff,
  body: z.strictObject({ clientId, like: z.string().max(40) }).partial(),
  reply: newsletter,
  errors: ['not_found'],
});

export const readNewsletter = endpoint({
  name: 'newsletters.read',
  summary: 'One newsletter with all of it.',
  method: 'GET',
  path: '/api/v1/newsletters/{id}',
  ...staff,
  params: id,
  reply: newsletter,
  errors: ['not_found'],
});

export const updateNewsletter = endpoint({
  name: 'newsletters.change',
  summary:
    'Change a draft; only what is sent changes. A newsletter that is scheduled or sent is not changed any more.',
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
  summary: `Send a newsletter at a time, at most ${scheduleDays} days ahead, or now (null): ${sendGraceMs / 1000} seconds from now, so that it can be taken back.`,
  method: 'POST',
  path: '/api/v1/newsletters/{id}/schedule',
  ...staff,
  params: id,
  body: z.strictObject({ version, at: z.iso.datetime().nullable() }),
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
  summary: 'Make a scheduled newsletter a draft again.',
  method: 'POST',
  path: '/api/v1/newsletters/{id}/withdraw',
  ...staff,
  params: id,
  reply: newsletter,
  errors: ['not_found', 'newsletter_sent'],
});

export const deleteNewsletter = endpoint({
  name: 'newsletters.delete',
  summary:
    'Delete a newsletter. One that was sent goes from every inbox; mails that have gone stay gone.',
  method: 'DELETE',
  path: '/api/v1/newsletters/{id}',
  ...staff,
  params: id,
  reply: z.object({ ok: z.literal(true) }),
});

export const testNewsletter = endpoint({
  name: 'newsletters.test',
  summary: 'Mail a newsletter to oneself, to see how it looks. At most 30 an hour.',
  method: 'POST',
  path: '/api/v1/newsletters/{id}/test',
  ...staff,
  params: id,
  reply: z.object({ to: z.string() }),
  errors: ['not_found', 'too_many_requests'],
});

export const countNewsletterReach = endpoint({
  name: 'newsletters.reach',
  summary: 'How many people an audience has now, and how many of them want newsletters by mail.',
  method: 'POST',
  path: '/api/v1/newsletters/reach',
  ...staff,
  body: newsletterAudience,
  reply: z.object({ people: z.int(), byMail: z.int() }),
});

/** A picture that was put. */
export const newsletterPicture = z.object({
  file: z.string(),
  url: z.string(),
  width: z.int(),
  height: z.int(),
});

export const uploadNewsletterPicture = endpoint({
  name: 'newsletters.upload',
  summary:
    'Put a picture for newsletters. The body is the file itself, JPEG, PNG, WebP, AVIF or GIF (first image), judged by its content; ' +
    `it is stripped of everything but its pixels and kept as a JPEG at most ${limits.pictureWidth} pixels wide, which every mail program shows.`,
  method: 'POST',
  path: '/api/v1/newsletters/pictures',
  ...staff,
  upload: { maxBytes: limits.pictureBytes },
  reply: newsletterPicture,
  errors: [...pictureUploadErrors],
});

const letterHead = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  sentAt: z.iso.datetime(),
  isRead: z.boolean(),
  club: z
    .object({ id: z.string(), name: z.string(), logo: z.string().nullable() })
    .nullable()
    .describe('The club that sent it; null: the school, or it is about an event'),
  event: z
    .object({ id: z.string(), title: z.string() })
    .nullable()
    .describe('The event that it is about'),
});
export type InboxItem = z.output<typeof letterHead>;

export const listInbox = endpoint({
  name: 'inbox.list',
  summary:
    'Newsletters of the school, e-mails of clubs and e-mails about events sent to the caller, the newest first.',
  method: 'GET',
  path: '/api/v1/inbox',
  ...member,
  query: z.strictObject(offsetWindow),
  reply: listingReply(letterHead).extend({ unread: z.int() }),
});

export const readInboxItem = endpoint({
  name: 'inbox.read',
  summary: 'One newsletter of the inbox. Reading it marks nothing; the page says when it is open.',
  method: 'GET',
  path: '/api/v1/inbox/{id}',
  ...member,
  params: id,
  reply: letterHead.extend({
    blocks: z.array(newsletterBlock),
    why: newsletterAudience.describe(
      'The audience it was sent to, hubs by their names; of e-mails of clubs and events empty',
    ),
  }),
  errors: ['not_found'],
});

export const markInboxItem = endpoint({
  name: 'inbox.mark',
  summary: 'Mark a newsletter of the inbox as read or unread.',
  method: 'PATCH',
  path: '/api/v1/inbox/{id}',
  ...member,
  params: id,
  body: z.strictObject({ isRead: z.boolean() }),
  reply: letterHead,
  errors: ['not_found'],
});

export const markInboxRead = endpoint({
  name: 'inbox.mark-all',
  summary: 'Mark every newsletter of the inbox as read.',
  method: 'POST',
  path: '/api/v1/inbox/read',
  ...member,
  reply: z.object({ ok: z.literal(true) }),
});

const inboxChoice = z.object({
  byMail: z.boolean().describe('Whether newsletters of the school come by mail, too'),
  clubs: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .describe('Clubs whose e-mails come to the inbox only'),
  events: z
    .array(z.object({ id: z.string(), name: z.string() }))
    .describe('Events about which e-mails come to the inbox only'),
});

export const getInboxChoice = endpoint({
  name: 'inbox.choice',
  summary:
    'Whether the caller wants newsletters by mail, and of which clubs and about which events no mail.',
  method: 'GET',
  path: '/api/v1/inbox/choice',
  ...member,
  reply: inboxChoice,
});

export const setInboxChoice = endpoint({
  name: 'inbox.set-choice',
  summary:
    'Want newsletters of the school by mail, or no longer; with `club` or `event`, e-mails of that club or about that event alone.',
  method: 'PUT',
  path: '/api/v1/inbox/choice',
  ...member,
  body: z
    .strictObject({
      byMail: z.boolean(),
      club: z.string().max(40).optional(),
      event: z.string().max(40).optional(),
    })
    .refine(({ club, event }) => club === undefined || event === undefined, {
      message: 'either club or event',
    }),
  reply: inboxChoice,
  errors: ['not_found'],
});

export const unsubscribe = endpoint({
  name: 'inbox.unsubscribe',
  summary:
    'Stop newsletters by mail for whom the token names, or the mails of the one club or event that it names, without signing in: what mail programs call with one click (RFC 8058). ' +
    'Repeating it does no harm.',
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
  summary: 'The same for the page that the link in a mail leads to.',
  method: 'POST',
  path: '/api/v1/inbox/leave',
  access: 'visitor',
  credential: 'open',
  body: z.strictObject({ token: z.string().max(190) }),
  reply: z.object({
    ok: z.literal(true),
    club: z.string().optional().describe('Name of the club whose mails end'),
    event: z
      .string()
      .optional()
      .describe('Title of the event about which no more mails come; both absent: the school'),
  }),
  errors: ['unsubscribe_invalid'],
});
