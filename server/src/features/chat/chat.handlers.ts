import {
  readChatPolicy,
  readChatPrivacy,
  setChatPolicy,
  setChatPrivacy,
} from '#contract/chat-settings.ts';
import {
  addParticipants,
  beginConversation,
  changeConversation,
  listChanges,
  listConversations,
  listParticipants,
  markRead,
  readConversation,
  readUnread,
  removeParticipant,
  setConversation,
  setConversationPicture,
} from '#contract/chat.ts';
import {
  deleteMessage,
  editMessage,
  exportConversation,
  listMessages,
  reactToMessage,
  searchMessages,
  sendMessage,
} from '#contract/messages.ts';
import { handle, handleWithoutTransaction, handleBatch } from '../../kernel/handle.ts';
import { begin } from './conversations/beginning.actions.ts';
import { changes, list, listPeople, read, unread } from './conversations/conversations.actions.ts';
import { edit, react, remove } from './messages/editing.actions.ts';
import { add, change, remove as removePerson, setPicture } from './conversations/groups.actions.ts';
import { exportMessages, readMessages } from './messages/messages.actions.ts';
import { mark, setOwn } from './conversations/own.actions.ts';
import { checkPace } from './pace.ts';
import { search } from './search/search.actions.ts';
import { send } from './sending/sending.actions.ts';
import {
  changePolicy,
  changeSwitches,
  readPolicy,
  readSwitches,
} from './conversations/settings.actions.ts';

export const chatHandlers = [
  handle(listConversations, list),
  handle(readUnread, unread),
  handle(beginConversation, begin),
  handle(readConversation, read),
  handle(listParticipants, listPeople),
  handle(listChanges, changes),
  handle(markRead, mark),
  handle(setConversation, setOwn),
  handle(changeConversation, change),
  handleWithoutTransaction(setConversationPicture, setPicture),
  handle(addParticipants, add),
  handle(removeParticipant, removePerson),
  handle(listMessages, readMessages),
  handleBatch(sendMessage, send, (scope) => checkPace(scope, 'send')),
  handle(editMessage, edit),
  handle(deleteMessage, remove),
  handle(reactToMessage, react),
  handle(searchMessages, search),
  handleWithoutTransaction(exportConversation, exportMessages),
  handle(readChatPolicy, readPolicy),
  handle(setChatPolicy, changePolicy),
  handle(readChatPrivacy, readSwitches),
  handle(setChatPrivacy, changeSwitches),
];
