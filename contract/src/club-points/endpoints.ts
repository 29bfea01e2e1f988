import { z } from 'zod';
import { clientId } from '../chat/ids.ts';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { face } from '../people/endpoints.ts';
import { wholeNumber } from '../whole-number.ts';
import { clubPointLimits as limits, countedSources, pointSources } from './limits.ts';
import { text } from '../text.ts';

const member = { access: 'member', credential: 'bearer' } as const;
const officer = { ...member, inClub: 'points.manage' } as const;
const id = z.strictObject({ id: z.string().max(40) });
const uid = z.string().max(40);
const count = z.number().int();

export const pointLine = z.object({
  id: z.string(),
  source: z.enum(pointSources),
  points: count.describe('Negative where it takes points away'),
  reason: z.string(),
  at: z.string(),
  by: face.nullable().describe('null: counted by itself, or somebody the caller does not see'),
  isReversed: z.boolean(),
  can: z.object({ reverse: z.boolean() }),
});
export type PointLine = z.output<typeof pointLine>;

export const listPoints = endpoint({
  ...member,
  name: 'club-points.list',
  summary:
    'Points that somebody has in a club, line by line, newest first: one’s own, or with `uid` those of a member, for officers who manage points.',
  method: 'GET',
  path: '/api/v1/clubs/{id}/points',
  params: id,
  query: cursorQuery.extend({ uid: uid.optional() }),
  reply: pageOf(pointLine).extend({
    balance: count.describe('The sum of all lines'),
    isCounting: z.boolean().describe('Whether the club counts points for anything'),
  }),
  errors: ['not_found', 'forbidden', 'bad_cursor'],
});

export const givePoints = endpoint({
  ...officer,
  name: 'club-points.give',
  summary:
    'Give members points for a reason; whoever is no member is left out. A repeated `clientId` gives nothing twice. 300 an hour.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/points',
  params: id,
  body: z.strictObject({
    clientId,
    uids: z.array(uid).min(1).max(limits.people),
    points: count.min(1).max(limits.points),
    reason: text().min(1).max(limits.reason),
  }),
  reply: z.object({ given: count.describe('Members who have them now') }),
  errors: ['not_found', 'forbidden', 'club_inactive', 'too_many_requests'],
});

export const reversePoints = endpoint({
  ...officer,
  name: 'club-points.reverse',
  summary:
    'Take a line back by one that reverses it. Reversing it twice changes nothing; what reverses cannot be reversed.',
  method: 'POST',
  path: '/api/v1/clubs/{id}/points/{line}/reversal',
  params: id.extend({ line: z.string().max(40) }),
  body: z.strictObject({ reason: text().max(limits.reason).default('') }),
  reply: z.object({ balance: count }),
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
    .describe('By what they are for; 0: none'),
});

export const getPointSettings = endpoint({
  ...officer,
  name: 'club-points.settings',
  summary: 'How many points a club gives for what.',
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
  summary:
    'Say how many points a club gives for what; only what is sent changes. It counts from then on, nothing that has happened before.',
  method: 'PATCH',
  path: '/api/v1/clubs/{id}/points/settings',
  params: id,
  body: z.strictObject({
    version: wholeNumber,
    points: z.partialRecord(z.enum(countedSources), count.min(0).max(limits.points)),
  }),
  reply: settings,
  errors: ['not_found', 'forbidden', 'club_inactive', 'club_points_changed'],
});
