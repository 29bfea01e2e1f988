import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { offsetWindow } from '../paging.ts';
import { text } from '../text.ts';
import { connectionStatus, uid, user } from '../people/endpoints.ts';

/** Actions on a connection (product text §4). */
export const connectAction = z.enum(['request', 'accept', 'reject', 'cancel', 'disconnect']);
export type ConnectAction = z.output<typeof connectAction>;

export const connectUser = endpoint({
  name: 'connections.act',
  summary: 'Update a connection',
  description:
    'Requests, accepts, rejects, cancels or ends a connection. Idempotent. Returns the resulting status.',
  method: 'GET',
  path: '/mobile_ws/v18/user_connect',
  access: 'member',
  credential: 'csrf',
  changesState: true,
  query: z.strictObject({ student_uid: uid, type: connectAction }),
  reply: z.union([
    z.object({ success: z.literal('true'), connectionStatus }),
    z.object({ success: z.literal('false'), message: z.string(), code: z.string() }),
  ]),
});

export const connectionList = z.enum(['incoming', 'sent', 'connected']);

export const listConnections = endpoint({
  name: 'connections.list',
  recordsReads: true,
  summary: 'List your connections',
  description:
    'Returns connections or requests, newest first (connections: by name), and the counts of all three lists.',
  method: 'GET',
  path: '/api/v1/connections',
  access: 'member',
  credential: 'bearer',
  scope: 'read',
  query: z.strictObject({
    list: connectionList.default('connected'),
    search: text().max(100).optional().describe('Part of a name.'),
    ...offsetWindow,
  }),
  reply: z.object({
    total: z.number().int(),
    items: z.array(user.extend({ since: z.iso.datetime() })),
    counts: z.object({
      incoming: z.number().int(),
      sent: z.number().int(),
      connected: z.number().int(),
    }),
  }),
  errors: ['connect_off'],
});

export const acceptRequests = endpoint({
  name: 'connections.acceptAll',
  summary: 'Accept all connection requests',
  description:
    'Accepts the requests that you received, oldest first, at most 500 per call. Requests sent after `until` stay open. Idempotent.',
  method: 'POST',
  path: '/api/v1/connections/acceptances',
  access: 'member',
  credential: 'bearer',
  scope: 'write',
  body: z.strictObject({
    until: z.iso.datetime().describe('When the newest request that you saw was sent: its `since`.'),
  }),
  reply: z.object({
    accepted: z.number().int().describe('Requests that this call accepted.'),
  }),
  errors: ['connect_off'],
});
