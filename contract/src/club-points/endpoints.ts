import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { face } from '../people/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import { clubPointLimits as limits, countedSources, pointSources } from './limits.ts';
import { text } from '../text.ts';
import { schemaNames } from '../schema-names.ts';

const signedIn = { access: 'member', credential: 'bearer' } as const;
const officer = { ...signedIn, inClub: 'points.manage' } as const;
const id = z.strictObject({ id: z.string().max(40) });
const uid = z.string().max(40);
const count = z.number().int();

export const pointLine = z.object({
  id: z.string(),
  source: z.enum(pointSources),
  points: count.describe('Points, negative if the transaction takes points away.'),
  reason: z.string(),
  at: z.string(),
  by: face
    .nullable()
    .describe(
      'Person who gave the points, or null if they were automatic or the caller can’t see that person.',
    ),
  isReversed: z.boolean(),
  can: z.object({ reverse: z.boolean() }),
});
schemaNames.add(pointLine, { id: 'PointsTransaction' });
export type PointLine = z.output<typeof pointLine>;

export const listPoints = endpoint({
  ...signedIn,
  name: 'club-points.list',
  summary: 'List points transactions',
  description:
    'Returns the caller’s transactions in a club, or a member’s with `uid` (for officers who manage points). Newest first.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/points',
  params: id,
  query: cursorQuery.extend({ uid: uid.optional() }),
  reply: pageOf(pointLine).extend({
    balance: count.describe('Sum of all transactions.'),
    isCounting: z.boolean().describe('True if the club awards any points.'),
  }),
  errors: ['not_found', 'forbidden', 'bad_cursor'],
});

export const givePoints = endpoint({
  ...officer,
  name: 'club-points.give',
  summary: 'Give points to members',
  description:
    'People who aren’t members are skipped. Idempotent by `clientId`. Rate limit: 300 per hour.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/points',
  params: id,
  body: z.strictObject({
    clientId,
    uids: z.array(uid).min(1).max(limits.people),
    points: count.min(1).max(limits.points),
    reason: text().min(1).max(limits.reason),
  }),
  reply: z.object({ given: count.describe('Number of members who received points.') }),
  errors: ['not_found', 'forbidden', 'club_inactive', 'too_many_requests'],
});

export const reversePoints = endpoint({
  ...officer,
  name: 'club-points.reverse',
  summary: 'Reverse a points transaction',
  description: 'Adds an offsetting transaction. Idempotent. A reversal can’t be reversed.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/points/{line}/reversal',
  params: id.extend({ line: z.string().max(40) }),
  body: z.strictObject({ reason: text().max(limits.reason).default('') }),
  reply: z.object({ balance: count.describe('Sum of the member’s points after the reversal.') }),
  errors: ['not_found', 'forbidden', 'club_inactive', 'club_points_final'],
});

const settings = z.object({
  version: wholeNumber,
  points: z
    .object(
      Object.fromEntries(countedSources.map((source) => [source, count])) as Record<
        (typeof countedSources)[number],
        typeof count
      >,
    )
    .describe('Points for each activity. 0 means none.'),
});

export const getPointSettings = endpoint({
  ...officer,
  name: 'club-points.settings',
  summary: 'Get a club’s points settings',
  method: 'GET',
  path: '/api/v1/clubs/{id}/points/settings',
  params: id,
  reply: settings,
  errors: ['not_found', 'forbidden'],
});
export type PointSettings = z.output<typeof settings>;

export const updatePointSettings = endpoint({
  ...officer,
  name: 'club-points.change-settings',
  summary: 'Update a club’s points settings',
  description: 'Send only the fields to change. Changes apply to future activity only.',
  method: 'PATCH',
  path: '/api/v1/clubs/{id}/points/settings',
  params: id,
  body: z.strictObject({
    version: wholeNumber.describe('Version you read.'),
    points: z.partialRecord(z.enum(countedSources), count.min(0).max(limits.points)),
  }),
  reply: settings,
  errors: ['not_found', 'forbidden', 'club_inactive', 'club_points_changed'],
});
