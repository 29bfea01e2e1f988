import type { Conversation } from '#contract/chat/conversations.endpoints.ts';
import type { Messages } from '../../lib/messages.ts';
import { nameOf } from '../people/person.ts';

/** Returns a conversation's name, or the names of its people. */
export const titleOf = (
  { name, people, kind }: Pick<Conversation, 'name' | 'people' | 'kind'>,
  { t, list }: Messages,
): string => {
  if (name !== null && name !== '') return name;
  const names = people.map((person) =>
    kind === 'direct' ? nameOf(person) : person.firstName || nameOf(person),
  );
  return names.length === 0 ? t('chat.justYou') : list(names);
};
