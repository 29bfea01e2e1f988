import type { LtiUnknown } from '#contract/lti/kinds.ts';
import type { SectionRole } from '#contract/courses/kinds.ts';
import { embedOrigin } from '#contract/embedding/origin.ts';
import { safeRedirect } from '#contract/redirect.ts';

/** A person that an LMS user may be. */
export interface Candidate {
  readonly id: number;
  readonly is_disabled: boolean;
  /** True for admins, advisors and people with a role at the school. The LMS alone can't sign them in. */
  readonly is_staff: boolean;
  /** True if the person is already linked to another user of the LMS. */
  readonly has_link?: boolean;
  /** True if the person connected the account themselves. */
  readonly is_own?: boolean;
}

/** The result of matching a launch to a person. */
export type Outcome =
  | { readonly kind: 'signs_in'; readonly userId: number; readonly isNew: boolean }
  | { readonly kind: 'unknown'; readonly why: LtiUnknown };

const unknown = (why: LtiUnknown): Outcome => ({ kind: 'unknown', why });

/**
 * Returns the person that a launch signs in. An existing link always counts. Otherwise the only matching person counts,
 * as for single sign-on (sso.rules.ts). Staff are signed in only after they have connected the account themselves,
 * because the LMS's admins can act as any of its users.
 */
export const resolveUser = (
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

/** Returns a person's role in a section from their LMS roles. Null if sections have no such role. */
export const sectionRole = (roles: readonly string[]): SectionRole | null => {
  // A name without a URI is a role in a course (LTI 1.3, A.2.3).
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

/**
 * Returns whether browsers can be sent to an address of an LMS: https, or http on the local machine. This server
 * doesn't call it.
 */
export const isForBrowsers = (text: string): boolean => {
  const url = URL.parse(text);
  return (
    url !== null && url.username === '' && url.password === '' && embedOrigin(url.origin) !== null
  );
};

/** Pages that a link in a course can open. */
const linkable = /^\/(?:events|clubs|surveys|edu)\/[\w-]{1,40}$/;

/** Returns the page of the app in a link. Null if it has none. */
export const targetPath = (target: string | null, origin: string): string | null => {
  const url = target === null ? null : URL.parse(target);
  if (url === null || url.origin !== origin || !linkable.test(url.pathname)) return null;
  return safeRedirect(url.pathname, origin);
};
