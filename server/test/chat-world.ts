import { randomUUID } from 'node:crypto';
import type { Conversation } from '#contract/chat/conversations.endpoints.ts';
import type { Message } from '#contract/chat/messages.endpoints.ts';
import type { Answer, Person } from './world.ts';

/** Connects two people through the API. */
export const connect = async (one: Person, two: Person): Promise<void> => {
  await one.call('GET /mobile_ws/v18/user_connect', { student_uid: two.uid, type: 'request' });
  await two.call('GET /mobile_ws/v18/user_connect', { student_uid: one.uid, type: 'accept' });
};

/** Returns the direct conversation of two people. */
export const direct = (who: Person, other: Person): Promise<Conversation> =>
  who.call('POST /api/v1/chat/conversations', { kind: 'direct', uid: other.uid });

/** Creates a group. */
export const group = (who: Person, people: readonly Person[], name = ''): Promise<Conversation> =>
  who.call('POST /api/v1/chat/conversations', {
    kind: 'group',
    clientId: randomUUID(),
    name,
    uids: people.map(({ uid }) => uid),
  });

const messages = 'POST /api/v1/chat/conversations/{conversation}/messages';

/** Sends a message, and expects success. */
export const sendMessage = (
  who: Person,
  conversation: string,
  text: string,
  more: object = {},
): Promise<Message> => who.call(messages, { conversation, clientId: randomUUID(), text, ...more });

/** Sends a message, and returns the response. */
export const trySendMessage = (
  who: Person,
  conversation: string,
  text: string,
  more: object = {},
): Promise<Answer> => who.try(messages, { conversation, clientId: randomUUID(), text, ...more });

/** Returns the newest messages, as the person sees them. */
export const readMessages = async (
  who: Person,
  conversation: string,
  more: object = {},
): Promise<Message[]> =>
  (
    await who.call('GET /api/v1/chat/conversations/{conversation}/messages', {
      conversation,
      limit: 100,
      ...more,
    })
  ).items;

/** Returns a person's list of conversations. */
export const listConversations = async (
  who: Person,
  folder: 'inbox' | 'archive' | 'requests' = 'inbox',
): Promise<Conversation[]> => (await who.call('GET /api/v1/chat/conversations', { folder })).items;

/** Returns one conversation, as the person sees it. */
export const readConversation = (who: Person, conversation: string) =>
  who.call('GET /api/v1/chat/conversations/{conversation}', { conversation });

/** Returns the status and code of a response. */
export const codeOf = ({ status, body }: Answer): [number, string | undefined] => [
  status,
  (body as { code?: string }).code,
];
