import { beginFile, sendFilePiece } from '#contract/chat-files.ts';
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
  reportMessage,
  searchMessages,
  sendMessage,
} from '#contract/messages.ts';
import { route, routeOutside, routeTogether } from '../../kernel/http/route.ts';
import { begin } from './beginning/beginning.actions.ts';
import { changes, list, listPeople, read, unread } from './chat.actions.ts';
import { edit, react, remove } from './editing/editing.actions.ts';
import { begin as announceFile, sendPiece } from './files/files.actions.ts';
import { add, change, remove as removePerson, setPicture } from './groups/groups.actions.ts';
import { exportMessages, readMessages, report } from './messages/messages.actions.ts';
import { mark, setOwn } from './own/own.actions.ts';
import { checkPace } from './pace.ts';
import { search } from './search/search.actions.ts';
import { send } from './sending/sending.actions.ts';
import {
  changePolicy,
  changeSwitches,
  readPolicy,
  readSwitches,
} from './settings/settings.actions.ts';

export const chatRoutes = [
  route(listConversations, list),
  route(readUnread, unread),
  route(beginConversation, begin),
  route(readConversation, read),
  route(listParticipants, listPeople),
  route(listChanges, changes),
  route(markRead, mark),
  route(setConversation, setOwn),
  route(changeConversation, change),
  routeOutside(setConversationPicture, setPicture),
  route(addParticipants, add),
  route(removeParticipant, removePerson),
  route(listMessages, readMessages),
  routeTogether(sendMessage, send, (scope) => checkPace(scope, 'send')),
  route(editMessage, edit),
  route(deleteMessage, remove),
  route(reactToMessage, react),
  route(searchMessages, search),
  routeOutside(exportConversation, exportMessages),
  routeOutside(reportMessage, report),
  routeOutside(beginFile, announceFile),
  routeOutside(sendFilePiece, sendPiece),
  route(readChatPolicy, readPolicy),
  route(setChatPolicy, changePolicy),
  route(readChatPrivacy, readSwitches),
  route(setChatPrivacy, changeSwitches),
];
