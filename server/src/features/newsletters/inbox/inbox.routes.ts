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
import { route } from '../../../kernel/http/route.ts';
import {
  changeChoice,
  endByToken,
  markAll,
  markOne,
  openInboxItem,
  readChoice,
  readInbox,
} from './inbox.actions.ts';

export const inboxRoutes = [
  route(listInbox, readInbox),
  route(getInboxChoice, readChoice),
  route(setInboxChoice, changeChoice),
  route(markInboxRead, markAll),
  route(readInboxItem, openInboxItem),
  route(markInboxItem, markOne),
  route(unsubscribe, endByToken),
  route(leaveNewsletters, endByToken),
];
