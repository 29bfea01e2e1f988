import { financeLimits } from '#contract/finances/limits.ts';
import type { Scope } from '../../../kernel/context.ts';
import type { Transport } from '../../../kernel/http/route.ts';

/*
 * The token of a visit is in a cookie that scripts can't read. The page has only the visit's key: the id of the access, and a proof
 * that matches the cookie. Other sites don't have the key, so they can't use the cookie, and the key is useless without the cookie.
 */

type At = Pick<Scope, 'tokens'>;

const cookieOf = (proxy: string) => ({
  name: `cg_visit_${proxy}`,
  path: '/api/v1/finance/shared',
});
/** The id of an access and the proof, separated by a period. */
const keyShape = /^(\d{1,19})\.([\w-]+)$/;
const about = ({ tokens }: At, token: string): string =>
  `finance-visit:${tokens.hash(token).toString('base64url')}`;

/** Sets the cookie of a visit and returns its key. Each access has a separate cookie, so a parent can view two students' accounts. */
export const rememberVisit = (
  at: At,
  transport: Pick<Transport, 'setCallCookie'>,
  proxy: number,
  token: string,
): string => {
  transport.setCallCookie(cookieOf(String(proxy)), {
    text: token,
    seconds: financeLimits.visitMinutes * 60,
  });
  return `${proxy}.${at.tokens.xsrfToken(about(at, token))}`;
};

/** Returns the token of a visit from its key and cookie, or the token that a page in a frame sent. Null if the cookie is missing. */
export const visitOf = (
  at: At,
  transport: Pick<Transport, 'callCookie'>,
  visit: string,
): string | null => {
  const [, proxy, proof] = keyShape.exec(visit) ?? [];
  if (proxy === undefined || proof === undefined) return visit;
  const token = transport.callCookie(cookieOf(proxy));
  return token !== undefined && at.tokens.isXsrfToken(about(at, token), proof) ? token : null;
};

/** Removes the cookie of a visit. */
export const forgetVisit = (transport: Pick<Transport, 'setCallCookie'>, visit: string): void => {
  const proxy = keyShape.exec(visit)?.[1];
  if (proxy !== undefined) transport.setCallCookie(cookieOf(proxy), null);
};
