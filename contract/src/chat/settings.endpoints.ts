import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

/* What a school says of chat, and what somebody says for themselves. */

/** Whom people may write to (a setting of the school). Admins and advisers may always write, and be answered. */
export const chatPolicy = z.object({
  /** `connections`; `groups`: also people one shares a club or group with; `anyone`. */
  who: z.enum(['connections', 'groups', 'anyone']),
  /** Strangers may send one message, which waits among the other's requests. */
  requests: z.boolean(),
  /** Days after which messages are removed; null: never. */
  keepDays: z.number().int().min(1).max(3_650).nullable(),
  /** Each course has a group chat of its people. Switched off, those that exist can only be read. */
  courseChats: z.boolean(),
});
export type ChatPolicy = z.output<typeof chatPolicy>;

export const readChatPolicy = endpoint({
  name: 'chat.read-policy',
  summary: 'Who may write to whom at this school, and how long messages are kept.',
  method: 'GET',
  path: '/api/v1/chat/policy',
  access: 'member',
  credential: 'bearer',
  scope: 'read',
  reply: chatPolicy,
});

export const setChatPolicy = endpoint({
  name: 'chat.set-policy',
  summary: 'Sets who may write to whom, and how long messages are kept. Recorded.',
  method: 'PUT',
  path: '/api/v1/chat/policy',
  access: 'staff',
  permission: 'chat.manage',
  credential: 'bearer',
  /** `courseChats` left out: as it is. */
  body: z.strictObject({ ...chatPolicy.shape, courseChats: z.boolean().optional() }),
  reply: chatPolicy,
});

export const presenceSwitch = z.object({ showsPresence: z.boolean(), showsReceipts: z.boolean() });

export const readChatPrivacy = endpoint({
  name: 'chat.read-privacy',
  summary: 'Whether others see that one is there, writes, and has read.',
  method: 'GET',
  path: '/api/v1/chat/privacy',
  access: 'member',
  credential: 'bearer',
  scope: 'read',
  reply: presenceSwitch,
});

export const setChatPrivacy = endpoint({
  name: 'chat.set-privacy',
  summary:
    'Switches presence and typing, or read marks, off for oneself; who shows none sees none.',
  method: 'PATCH',
  path: '/api/v1/chat/privacy',
  access: 'member',
  credential: 'bearer',
  body: z.strictObject(presenceSwitch.partial().shape),
  reply: presenceSwitch,
});
