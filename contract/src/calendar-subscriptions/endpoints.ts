import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { color, subscribedCalendar } from '../calendar/endpoints.ts';
import { calendarLimits } from '../calendar/limits.ts';
import { calendarColors, personalLimits as limits } from '../calendar/personal-limits.ts';
import { text } from '../text.ts';

const signedIn = { access: 'member', credential: 'bearer', scope: 'write' } as const;
const name = text().min(1).max(limits.name);
const id = z.strictObject({ id: z.string().max(40) });

/** Errors of a calendar file. */
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
  ...signedIn,
  name: 'calendar-subscriptions.create',
  summary: 'Subscribe to a calendar by address',
  description:
    'Takes https and webcal addresses. Syncs immediately and then every hour. Idempotent by `clientId`.',
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
  ...signedIn,
  name: 'calendar-subscriptions.upload',
  summary: 'Add a calendar file',
  description: 'Send the file as the body (.ics, at most 5 MB). Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/calendar/subscriptions/upload',
  keepsReply: 'always',
  query: z.strictObject({
    clientId: clientId.optional(),
    name: name.optional().describe('Name of the calendar. Defaults to the name in the file.'),
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
  ...signedIn,
  name: 'calendar-subscriptions.update',
  summary: 'Update a subscribed calendar',
  description:
    'Updates the name, visibility, color or busy setting of a calendar. Send only the fields to change.',
  method: 'PATCH',
  path: '/api/v1/calendar/subscriptions/{id}',
  params: id,
  body: z
    .strictObject({
      name,
      color,
      isShown: z.boolean(),
      countsAsBusy: z
        .boolean()
        .describe('True if its events block bookings and count in shared availability.'),
    })
    .partial(),
  reply: subscribedCalendar,
  errors: ['not_found'],
});

export const readAgain = endpoint({
  ...signedIn,
  name: 'calendar-subscriptions.read-again',
  summary: 'Sync a subscribed calendar now',
  description: 'If the sync fails, the last synced events stay.',
  method: 'POST',
  path: '/api/v1/calendar/subscriptions/{id}/read',
  params: id,
  reply: subscribedCalendar,
  errors: ['not_found', 'too_many_requests'],
});

export const deleteSubscription = endpoint({
  ...signedIn,
  name: 'calendar-subscriptions.delete',
  summary: 'Delete a subscribed calendar',
  description: 'Also deletes its events.',
  method: 'DELETE',
  path: '/api/v1/calendar/subscriptions/{id}',
  params: id,
  reply: z.object({ ok: z.literal(true) }),
});
