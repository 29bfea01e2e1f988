import type { ConversationEvent, Message } from '#contract/chat/messages.endpoints.ts';
import type { Face } from '#contract/people/endpoints.ts';
import type { Messages } from '../../lib/messages.ts';
import { nameOf } from '../people/person.ts';
import { plainWords } from '../formatted-text/message-format.ts';

/** Returns the name of a participant, or a placeholder if the person is unknown or deleted. */
export const nameIn = (people: ReadonlyMap<string, Face>, uid: string, { t }: Messages): string => {
  const person = people.get(uid);
  return (person && nameOf(person)) || t('chat.somebody');
};

/** Returns a sentence about an event, addressed to `me`. */
export const eventText = (
  { author, event }: { author: string; event: ConversationEvent },
  people: ReadonlyMap<string, Face>,
  messages: Messages,
  me: string,
): string => {
  const { t, list } = messages;
  const names =
    'people' in event
      ? list(event.people.map((one) => (one.uid === me ? t('chat.youToo') : nameOf(one))))
      : '';
  const by = author === me ? null : { author: nameIn(people, author, messages) };
  switch (event.kind) {
    case 'begun':
      return by ? t('chat.eventBegun', by) : t('chat.youBegan');
    case 'added':
      return by ? t('chat.eventAdded', { ...by, names }) : t('chat.youAdded', { names });
    case 'removed':
      return by ? t('chat.eventRemoved', { ...by, names }) : t('chat.youRemoved', { names });
    case 'left':
      return by ? t('chat.eventLeft', by) : t('chat.youLeft');
    case 'renamed':
      if (event.name === '') return by ? t('chat.eventUnnamed', by) : t('chat.youUnnamed');
      return by
        ? t('chat.eventRenamed', { ...by, name: event.name })
        : t('chat.youRenamed', { name: event.name });
    case 'pictured':
      return by ? t('chat.eventPictured', by) : t('chat.youPictured');
    case 'owner':
      return by ? t('chat.eventOwner', { ...by, names }) : t('chat.youMadeOwner', { names });
  }
};

/** Returns a message's text in one line, for replies, search results and labels of tools. */
export const wordsOf = (
  message: Message,
  people: ReadonlyMap<string, Face>,
  messages: Messages,
): string => {
  const { t } = messages;
  if (message.hidden) return t('chat.hidden');
  if (message.deleted !== null) return t('chat.deleted');
  const mentioned = new Map([...people, ...message.mentions.map((one) => [one.uid, one] as const)]);
  const words = plainWords(message.text, (uid) => nameIn(mentioned, uid, messages));
  if (words !== '') return words;
  const [file] = message.files;
  if (file === undefined) return '';
  if (message.files.length > 1) return t('chat.sentFiles', { count: message.files.length });
  return file.picture === null ? file.name : t('chat.sentPicture');
};

const briefest = 60;

/** Shortens a longer text to a length that still identifies the message. */
export const truncate = (text: string): string => {
  const signs = [...text];
  return signs.length <= briefest ? text : `${signs.slice(0, briefest).join('').trimEnd()}…`;
};

/** Returns one line about a message or event, addressed to `me`, for the list and for screen readers. */
export const previewOf = (
  message: Message,
  people: ReadonlyMap<string, Face>,
  messages: Messages,
  me: string,
): string =>
  message.event === null
    ? wordsOf(message, people, messages)
    : eventText({ author: message.author, event: message.event }, people, messages, me);
