import type { CallKey, InputOf } from './endpoints.ts';
import { directoryQuestion } from './directory/address.ts';
import { isPublicAddress } from './sharing/shared-fields.ts';

/** A call by its key, with what it is asked. */
export type FirstCall = {
  [K in CallKey]: { readonly key: K; readonly input: InputOf<K> };
}[CallKey];

const first = <K extends CallKey>(key: K, input: InputOf<K>) =>
  ({ key, input }) as unknown as FirstCall;

/** What the app asks before it shows anything: the school, who is here, and the tokens of a session. */
export const openingCalls = {
  school: first('GET /mobile_ws/v18/school', {}),
  authentication: first('GET /mobile_ws/v18/authentication', { source: 'sep' }),
  tokens: first('GET /mobile_ws/v18/auth_tokens', {}),
} as const;

/**
 * The calls that the page at an address begins with, so that a server can answer them together with the page
 * (decision 016). Of a parameter that stands twice or is empty there is none, as in the app. Only reading calls stand here.
 * One that the app puts otherwise is asked again by the app and does no harm; a test of the web holds the two together.
 */
export function firstCalls(pathname: string, params: URLSearchParams): readonly FirstCall[] {
  if (isPublicAddress(pathname, params)) {
    const [uid, link] = [params.get('uid') ?? '', params.get('link')];
    return [first('GET /api/v1/public/profile', { uid, ...(link !== null && { link }) })];
  }
  const isBare = /^\/(?:login|forgot|reset|unsubscribe|embed)(?:\/|$)/.test(pathname);
  const ofShell = [
    first('GET /api/v1/menu', {}),
    first('GET /api/v1/notifications/unread-count', {}),
    first('GET /api/v1/announcements', {}),
  ];
  return [...(isBare ? [] : ofShell), ...callsOfPage(pathname, params)];
}

function callsOfPage(pathname: string, params: URLSearchParams): readonly FirstCall[] {
  const search = Object.fromEntries(
    [...params].filter(([name, value]) => value !== '' && params.getAll(name).length === 1),
  );
  const profile = (uid: string | undefined) =>
    first('GET /mobile_ws/v18/user_profile', { ...(uid !== undefined && { uid }), view: 'full' });
  switch (pathname) {
    case '/':
      return [
        first('GET /mobile_ws/v18/mobile_people', {
          range: '0',
          limit: '7',
          order1: 'CreatedOnDesc',
        }),
        first('GET /api/v1/connections', { list: 'incoming', pageSize: 5 }),
        first('GET /api/v1/suggestions', { size: 8 }),
      ];
    case '/directory': {
      const { filters, order } = directoryQuestion(search);
      return [
        first('GET /mobile_ws/v18/mobile_people', {
          ...filters,
          range: '0',
          limit: '20',
          ...(order !== undefined && { order1: order }),
        }),
        first('GET /mobile_ws/v18/listing_filters', { type: 'directory' }),
        first('GET /mobile_ws/v18/listing_config', { type: 'directory' }),
      ];
    }
    case '/notifications':
      return [
        first('GET /api/v1/notifications', {
          count: 20,
          offset: 0,
          ...(search['only'] === 'unread' && { only: 'unread' as const }),
        }),
      ];
    case '/student_profile':
    case '/embed/profile':
      return [profile(pathname === '/student_profile' ? search['uid'] : undefined)];
    case '/login':
      return [first('GET /api/v1/sso', {})];
    default: {
      const uid = /^\/embed\/profile\/(\d+)$/.exec(pathname)?.[1];
      return uid === undefined ? [] : [profile(uid)];
    }
  }
}
