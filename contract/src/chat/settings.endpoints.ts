import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { schemaNames } from '../schema-names.ts';

/** The school's messaging policy. Admins and advisors can always write, and people can reply to them. */
export const chatPolicy = z.object({
  who: z
    .enum(['connections', 'groups', 'anyone'])
    .describe(
      'People who can start a chat. `connections`; `groups`: also members of the same club or group; `anyone`.',
    ),
  requests: z
    .boolean()
    .describe(
      'True if strangers can send one message, which appears among the recipient’s requests.',
    ),
  keepDays: z
    .number()
    .int()
    .min(1)
    .max(3_650)
    .nullable()
    .describe('Days until messages are removed, or null to keep them.'),
  courseChats: z
    .boolean()
    .describe(
      'True if each course has a group chat. When off, existing course chats are read-only.',
    ),
});
schemaNames.add(chatPolicy, { id: 'ChatPolicy' });
export type ChatPolicy = z.output<typeof chatPolicy>;

export const readChatPolicy = endpoint({
  name: 'chat.read-policy',
  summary: 'Get the chat policy',
  description:
    'Returns the school’s rules for who can start chats, and how long messages are kept.',
  method: 'GET',
  path: '/api/v1/chat/policy',
  access: 'member',
  credential: 'bearer',
  scope: 'read',
  reply: chatPolicy,
});

export const setChatPolicy = endpoint({
  name: 'chat.set-policy',
  summary: 'Update the chat policy',
  description:
    'Sets the rules for who can start chats, and how long messages are kept. Recorded in the activity log.',
  method: 'PUT',
  path: '/api/v1/chat/policy',
  access: 'staff',
  permission: 'chat.manage',
  credential: 'bearer',
  body: z.strictObject({
    ...chatPolicy.shape,
    courseChats: z
      .boolean()
      .optional()
      .describe('True if each course has a group chat. If omitted, it stays.'),
  }),
  reply: chatPolicy,
});

export const presenceSwitch = z.object({ showsPresence: z.boolean(), showsReceipts: z.boolean() });
schemaNames.add(presenceSwitch, { id: 'ChatPrivacy' });

export const readChatPrivacy = endpoint({
  name: 'chat.read-privacy',
  summary: 'Get your chat privacy',
  description: 'Returns whether others see your presence, typing and read receipts.',
  method: 'GET',
  path: '/api/v1/chat/privacy',
  access: 'member',
  credential: 'bearer',
  scope: 'read',
  reply: presenceSwitch,
});

export const setChatPrivacy = endpoint({
  name: 'chat.set-privacy',
  summary: 'Update your chat privacy',
  description:
    'Turns presence and typing, or read receipts, on or off. If you turn one off, you can’t see it for others either.',
  method: 'PATCH',
  path: '/api/v1/chat/privacy',
  access: 'member',
  credential: 'bearer',
  body: z.strictObject(presenceSwitch.partial().shape),
  reply: presenceSwitch,
});
