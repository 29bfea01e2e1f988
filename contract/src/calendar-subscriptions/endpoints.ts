import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { color, subscribedCalendar } from '../calendar/endpoints.ts';
import { calendarLimits } from '../calendar/limits.ts';
import { calendarColors, personalLimits as limits } from '../calendar/personal-limits.ts';
import { text } from '../text.ts';

const member = { access: 'member', credential: 'bearer', scope: 'write' } as const;
const name = text().min(1).max(limits.name);
const id = z.strictObject({ id: z.string().max(40) });

/** What can be wrong with a file. */
const fileErrors = [
  'ics_too_large',
  'ics_empty',
  'ics_syntax',
  'ics_components',
  'ics_depth',
  'ics_value',
  'ics_zone',
  'ics_too_slow',
  'rule_invalid',
  'rule_frequency',
  'rule_part',
  'rule_count',
  'rule_until',
  'rule_interval',
  'rule_too_dense',
  'occurrences_too_many',
] as const;
const addressErrors = [
  'calendar_address',
  'calendar_address_private',
  'calendar_unreachable',
  'calendar_refused',
] as const;

export const createSubscription = endpoint({
  ...member,
  name: 'calendar-subscriptions.create',
  summary:
    'Subscribe to a calendar by its address (https or webcal). It is read at once and then every hour. A repeated `clientId` answers the first one again.',
  method: 'POST',
  path: '/api/v1/calendar/subscriptions',
  keepsReply: 'always',
  body: z.strictObject({
    clientId: clientId.optional(),
    name: name.optional(),
    url: text().min(1).max(limits.url),
    color,
  }),
  reply: subscribedCalendar,
  errors: ['too_many_subscriptions', 'too_many_requests', ...addressErrors, ...fileErrors],
});

export const uploadCalendar = endpoint({
  ...member,
  name: 'calendar-subscriptions.upload',
  summary:
    'Add the events of a calendar file (.ics, at most 5 MB), which is the body. A repeated `clientId` answers the first one again.',
  method: 'POST',
  path: '/api/v1/calendar/subscriptions/upload',
  keepsReply: 'always',
  query: z.strictObject({
    clientId: clientId.optional(),
    name: name.optional().describe('Without, what the file calls itself'),
    color: z.coerce
      .number()
      .int()
      .min(0)
      .max(calendarColors - 1)
      .default(0),
  }),
  upload: { maxBytes: calendarLimits.icsBytes },
  reply: subscribedCalendar,
  errors: ['too_many_subscriptions', 'upload_too_large', 'upload_cut_off', ...fileErrors],
});

export const updateSubscription = endpoint({
  ...member,
  name: 'calendar-subscriptions.update',
  summary: 'Rename a calendar from elsewhere, show or hide it, or give it a color.',
  method: 'PATCH',
  path: '/api/v1/calendar/subscriptions/{id}',
  params: id,
  body: z.strictObject({ name, color, isShown: z.boolean() }).partial(),
  reply: subscribedCalendar,
  errors: ['not_found'],
});

export const readAgain = endpoint({
  ...member,
  name: 'calendar-subscriptions.read-again',
  summary: 'Read a subscribed calendar now. Where that fails, what was read last stays.',
  method: 'POST',
  path: '/api/v1/calendar/subscriptions/{id}/read',
  params: id,
  reply: subscribedCalendar,
  errors: ['not_found', 'too_many_requests'],
});

export const deleteSubscription = endpoint({
  ...member,
  name: 'calendar-subscriptions.delete',
  summary: 'Remove a calendar from elsewhere, with its events.',
  method: 'DELETE',
  path: '/api/v1/calendar/subscriptions/{id}',
  params: id,
  reply: z.object({ ok: z.literal(true) }),
});
