import type { ProfileField } from '../people/audiences.ts';

/*
 * What a profile may show to somebody who is not signed in. No zod here: the browser imports these at run time.
 * Contact details are no fields of a public profile, whatever anybody chooses.
 */
export const shareableFields = [
  'picture',
  'genderPronoun',
  'yearOfGraduation',
  'major',
  'bio',
  'languages',
  'work',
  'lookingFor',
  'industries',
  'interests',
  'sports',
] as const satisfies readonly (ProfileField | 'picture')[];
export type ShareableField = (typeof shareableFields)[number];

/** What a public profile begins with. */
export const sharedAtFirst = [
  'picture',
  'yearOfGraduation',
  'major',
  'bio',
  'work',
] as const satisfies readonly ShareableField[];

/** Links of one person that are open at a time. */
export const shareLinksMax = 20;
/** Days a link can be given; null is until it is withdrawn. */
export const shareLinkDays = [1, 7, 30, 90, null] as const;
export type ShareLinkDays = (typeof shareLinkDays)[number];

/**
 * Pages that anybody sees when the address has share=1 (product text §4). The web's routes and the server's page go by it. A `$name`
 * is a number.
 */
export const publicPaths = ['/student_profile', '/clubs/$clubId', '/events/$eventId'] as const;

const publicAddresses = publicPaths.map(
  (path) => new RegExp(`^${path.replaceAll(/\$\w+/g, '[1-9]\\d{0,15}')}$`),
);

/** Pages that are for strangers alone and carry their own proof: they need no share=1, and nobody is signed in on them. */
const strangersAddresses = [/^\/verify\/[^/]{1,40}$/];

/**
 * Whether an address is in public mode: both the route is flagged public, and the address says share=1 (AUTH-04); or it is a page for
 * strangers.
 */
export const isPublicAddress = (pathname: string, params: URLSearchParams): boolean =>
  strangersAddresses.some((path) => path.test(pathname)) ||
  (params.getAll('share').join() === '1' && publicAddresses.some((path) => path.test(pathname)));
