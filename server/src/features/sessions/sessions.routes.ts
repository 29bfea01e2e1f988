import {
  endAllSessions,
  endSession,
  getSession,
  getTokens,
  listSessions,
  login,
  logout,
} from '#contract/sessions.ts';
import { route, routeOutside } from '../../kernel/http/route.ts';
import {
  endOwnSession,
  endOwnSessions,
  listSessionsOf,
  logIn,
  logOut,
  readTokens,
} from './sessions.actions.ts';

export const sessionsRoutes = [
  // Hashing a password takes tens of milliseconds; no transaction waits for it.
  routeOutside(login, logIn),
  routeOutside(logout, logOut),
  // Tokens are computed from the session alone: nothing is read.
  routeOutside(getTokens, readTokens),
  routeOutside(getSession, readTokens),
  route(listSessions, listSessionsOf),
  route(endSession, endOwnSession),
  route(endAllSessions, endOwnSessions),
];
