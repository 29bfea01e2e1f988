import type { ProfileField } from '../people/audiences.ts';

/*
 * Profile fields that can be public. Contact details are never public, whatever people choose. This file doesn't import zod
 * because the browser uses it at run time.
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

/** Fields shared by default. */
export const sharedAtFirst = [
  'picture',
  'yearOfGraduation',
  'major',
  'bio',
  'work',
] as const satisfies readonly ShareableField[];

/** Maximum active links of one person. */
export const shareLinksMax = 20;
/** Days that a link can be valid. Null means until it is revoked. */
export const shareLinkDays = [1, 7, 30, 90, null] as const;
export type ShareLinkDays = (typeof shareLinkDays)[number];

/**
 * Pages that are public if the address has share=1 (product text §4). The web's routes and the server's page use them. A `$name`
 * is a number.
 */
export const publicPaths = ['/student_profile', '/clubs/$clubId', '/events/$eventId'] as const;

const publicAddresses = publicPaths.map(
  (path) => new RegExp(`^${path.replaceAll(/\$\w+/g, '[1-9]\\d{0,15}')}$`),
);

/**
 * Pages only for people who aren't signed in. The URL proves access, so it needs no share=1.
 */
const strangersAddresses = [/^\/verify\/[^/]{1,40}$/];

/**
 * True if an address is in public mode: the route is public and the address has share=1 (AUTH-04), or it is a page only for
 * people who aren't signed in.
 */
export const isPublicAddress = (pathname: string, params: URLSearchParams): boolean =>
  strangersAddresses.some((path) => path.test(pathname)) ||
  (params.getAll('share').join() === '1' && publicAddresses.some((path) => path.test(pathname)));
