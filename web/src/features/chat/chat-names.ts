import type { Conversation } from '#contract/chat.ts';
import type { ConversationEvent, Message } from '#contract/messages.ts';
import type { Face } from '#contract/people.ts';
import type { Messages } from '../../lib/messages.ts';
import { nameOf } from '../people/person.ts';
import { plainWords } from './message-format.ts';

/** What a conversation is called: its name, or the people in it. */
export const titleOf = ({ name, people, kind }: Pick<Conversation, 'name' | 'people' | 'kind'>, { t, list }: Messages): string => {
  if (name !== null && name !== '') return name;
  const names = people.map((person) => (kind === 'direct' ? nameOf(person) : person.firstName || nameOf(person)));
  return names.length === 0 ? t('chat.justYou') : list(names);
};

/** A name for somebody of a conversation, or the words for one who is not known (any more). */
export const nameIn = (people: ReadonlyMap<string, Face>, uid: string, { t }: Messages): string => {
  const person = people.get(uid);
  return (person && nameOf(person)) || t('chat.somebody');
};

/** What happened, in a sentence. */
export const eventText = (event: ConversationEvent, author: string, { t, list }: Messages): string => {
  const names = 'people' in event ? list(event.people.map(nameOf)) : '';
  switch (event.kind) {
    case 'begun':
      return t('chat.eventBegun', { author });
    case 'added':
      return t('chat.eventAdded', { author, names });
    case 'removed':
      return t('chat.eventRemoved', { author, names });
    case 'left':
      return t('chat.eventLeft', { author });
    case 'renamed':
      return event.name === '' ? t('chat.eventUnnamed', { author }) : t('chat.eventRenamed', { author, name: event.name });
    case 'pictured':
      return t('chat.eventPictured', { author });
    case 'owner':
      return t('chat.eventOwner', { author, names });
  }
};

/** One line of a message: for the list, answers and announcements. */
export const previewOf = (message: Message, people: ReadonlyMap<string, Face>, messages: Messages): string => {
  const { t } = messages;
  if (message.hidden) return t('chat.hidden');
  if (message.deleted !== null) return t('chat.deleted');
  if (message.event !== null) return eventText(message.event, nameIn(people, message.author, messages), messages);
  const mentioned = new Map([...people, ...message.mentions.map((one) => [one.uid, one] as const)]);
  const words = plainWords(message.text, (uid) => nameIn(mentioned, uid, messages));
  if (words !== '') return words;
  const [file] = message.files;
  if (file === undefined) return '';
  if (message.files.length > 1) return t('chat.sentFiles', { count: message.files.length });
  return file.picture === null ? file.name : t('chat.sentPicture');
};
