import { getPublicClub } from './clubs/calls.ts';
import { getPublicEvent } from './events/calls.ts';
import { authenticate } from './people/calls.ts';
import { getPublicDocument } from './record/calls.ts';
import { getSchool } from './schools/calls.ts';
import { getTokens } from './sessions/calls.ts';
import { getPublicProfile } from './sharing/calls.ts';
import { first, type FirstCall, type FirstCalls } from './first-call.ts';
import { firstCalls as declared } from './lists/first-calls.ts';
import { isPublicAddress } from './sharing/shared-fields.ts';

/** Calls before the app shows anything: the school, the signed-in person, and the tokens of a session. */
export const openingCalls = {
  school: first(getSchool, {}),
  authentication: first(authenticate, { source: 'sep' }),
  tokens: first(getTokens, {}),
} as const;

const all: readonly FirstCalls[] = Object.values(declared);
const everywhere = all.flatMap((one) => one.everywhere ?? []);
const withoutBars = all.flatMap((one) => one.withoutBars ?? []);
const pages = all
  .flatMap(({ ofPages = {} }) => Object.entries(ofPages))
  .map(([path, calls]) => ({
    address: new RegExp(`^${path.replaceAll(/\$(\w+)/g, '(?<$1>[^/]+)')}$`),
    calls,
  }));

const hasBars = (pathname: string): boolean =>
  !withoutBars.some((start) => pathname === start || pathname.startsWith(`${start}/`));

/**
 * Returns the first calls of the page at an address, as declared by the features. Ignores parameters that are repeated or empty,
 * like the app. A test of the web app compares them with its actual calls.
 */
export function firstCalls(pathname: string, params: URLSearchParams): readonly FirstCall[] {
  if (isPublicAddress(pathname, params)) {
    const code = /^\/verify\/([^/]+)$/.exec(pathname)?.[1];
    if (code !== undefined) return [first(getPublicDocument, { code })];
    const club = /^\/clubs\/(\d+)$/.exec(pathname)?.[1];
    if (club !== undefined) return [first(getPublicClub, { id: club })];
    const event = /^\/events\/(\d+)$/.exec(pathname)?.[1];
    const occurrence = params.get('occurrence');
    if (event !== undefined)
      return [
        first(getPublicEvent, {
          id: event,
          ...(occurrence !== null && { occurrence }),
        }),
      ];
    const [uid, link] = [params.get('uid') ?? '', params.get('link')];
    return [first(getPublicProfile, { uid, ...(link !== null && { link }) })];
  }
  const search = Object.fromEntries(
    [...params].filter(([name, value]) => value !== '' && params.getAll(name).length === 1),
  );
  return [
    ...(hasBars(pathname) ? everywhere : []),
    ...pages.flatMap(({ address, calls }) => {
      const found = address.exec(pathname);
      return found === null ? [] : calls({ ...search, ...found.groups });
    }),
  ];
}
