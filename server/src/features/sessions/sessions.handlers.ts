import {
  endAllSessions,
  endSession,
  getSession,
  getTokens,
  listSessions,
  login,
  logout,
} from '#contract/sessions.ts';
import { handle, handleWithoutTransaction } from '../../kernel/handle.ts';
import {
  endOwnSession,
  endOwnSessions,
  listSessionsOf,
  logIn,
  logOut,
  readTokens,
} from './sessions.actions.ts';

export const sessionsHandlers = [
  // Hashing a password takes tens of milliseconds; no transaction waits for it.
  handleWithoutTransaction(login, logIn),
  handleWithoutTransaction(logout, logOut),
  // Tokens are computed from the session alone: nothing is read.
  handleWithoutTransaction(getTokens, readTokens),
  handleWithoutTransaction(getSession, readTokens),
  handle(listSessions, listSessionsOf),
  handle(endSession, endOwnSession),
  handle(endAllSessions, endOwnSessions),
];
