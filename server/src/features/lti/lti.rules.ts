import type { LtiUnknown } from '#contract/lti/kinds.ts';
import type { SectionRole } from '#contract/courses/kinds.ts';
import { embedOrigin } from '#contract/embedding/origin.ts';
import { safeRedirect } from '#contract/redirect.ts';

/** A person who matches a user of a platform. */
export interface Candidate {
  readonly id: number;
  readonly is_disabled: boolean;
  /** An admin, an adviser, or a person with a role at the school. The platform alone can't open such an account. */
  readonly is_staff: boolean;
  /** Whether the person is already connected to another user of the platform. */
  readonly has_link?: boolean;
  /** Whether the person connected the account themselves. */
  readonly is_own?: boolean;
}

/** The result of matching: the person to sign in, or the reason for none. */
export type Outcome =
  | { readonly kind: 'signs_in'; readonly userId: number; readonly isNew: boolean }
  | { readonly kind: 'unknown'; readonly why: LtiUnknown };

const unknown = (why: LtiUnknown): Outcome => ({ kind: 'unknown', why });

/**
 * Returns the person that a launch signs in. A known user stays the same person. Otherwise it is the one person who matches, as for single
 * sign-on (sso.rules.ts). Staff must first connect their account themselves, because the platform's operator can impersonate anyone there.
 */
export const whomItSignsIn = (
  linked: Candidate | undefined,
  matches: readonly Candidate[],
): Outcome => {
  if (linked !== undefined) {
    if (linked.is_disabled) return unknown('not_found');
    if (linked.is_staff && linked.is_own !== true) return unknown('staff');
    return { kind: 'signs_in', userId: linked.id, isNew: false };
  }
  const [match, ...others] = matches;
  if (match === undefined || match.is_disabled) return unknown('not_found');
  if (others.length > 0) return unknown('ambiguous');
  if (match.has_link === true) return unknown('linked_elsewhere');
  if (match.is_staff) return unknown('staff');
  return { kind: 'signs_in', userId: match.id, isNew: true };
};

const membership = 'http://purl.imsglobal.org/vocab/lis/v2/membership';

/** Returns the role in a section for the roles of a platform, or null if none of them matches. */
export const sectionRole = (roles: readonly string[]): SectionRole | null => {
  // Role names without a prefix are roles in a course (LTI 1.3, section A.2.3).
  const full = roles.map((role) =>
    /^[A-Z][A-Za-z]*$/.test(role) ? `${membership}#${role}` : role,
  );
  const has = (...names: string[]) => names.some((name) => full.includes(membership + name));
  if (
    has('/Instructor#TeachingAssistant', '#TeachingAssistant') ||
    full.some((role) => role.startsWith(`${membership}/Instructor#TeachingAssistant`))
  )
    return 'assistant';
  if (has('#Instructor')) return 'teacher';
  return has('#Learner') ? 'student' : null;
};

/** Returns whether browsers can be redirected to a platform's address: https, or http on the same machine. This server doesn't call it. */
export const isForBrowsers = (text: string): boolean => {
  const url = URL.parse(text);
  return (
    url !== null && url.username === '' && url.password === '' && embedOrigin(url.origin) !== null
  );
};

/** Pages that a link in a course can open. */
const linkable = /^\/(?:events|clubs|surveys|edu)\/[\w-]{1,40}$/;

/** Returns the page of the app that a link names, or null if it names none. */
export const targetPath = (target: string | null, origin: string): string | null => {
  const url = target === null ? null : URL.parse(target);
  if (url === null || url.origin !== origin || !linkable.test(url.pathname)) return null;
  return safeRedirect(url.pathname, origin);
};
