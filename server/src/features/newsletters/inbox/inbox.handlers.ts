import {
  getInboxChoice,
  leaveNewsletters,
  listInbox,
  markInboxItem,
  markInboxRead,
  readInboxItem,
  setInboxChoice,
  unsubscribe,
} from '#contract/newsletters.ts';
import { handle } from '../../../kernel/handle.ts';
import {
  changeChoice,
  endByToken,
  markAll,
  markOne,
  openInboxItem,
  readChoice,
  readInbox,
} from './inbox.actions.ts';

export const inboxHandlers = [
  handle(listInbox, readInbox),
  handle(getInboxChoice, readChoice),
  handle(setInboxChoice, changeChoice),
  handle(markInboxRead, markAll),
  handle(readInboxItem, openInboxItem),
  handle(markInboxItem, markOne),
  handle(unsubscribe, endByToken),
  handle(leaveNewsletters, endByToken),
];
