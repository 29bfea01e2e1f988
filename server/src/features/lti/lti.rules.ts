import type { LtiUnknown } from '#contract/lti/kinds.ts';
import type { SectionRole } from '#contract/courses/kinds.ts';
import { embedOrigin } from '#contract/embedding/origin.ts';
import { safeRedirect } from '#contract/redirect.ts';

/** A person whom a user of a platform may be. */
export interface Candidate {
  readonly id: number;
  readonly is_disabled: boolean;
  /** Admin, adviser, or holder of a role at the school: an account that a platform's word alone does not open. */
  readonly is_staff: boolean;
  /** Is another user of the platform already. */
  readonly has_link?: boolean;
  /** Connected the account themselves. */
  readonly is_own?: boolean;
}

/** Whom a launch signs in. */
export type Outcome =
  | { readonly kind: 'signs_in'; readonly userId: number; readonly isNew: boolean }
  | { readonly kind: 'unknown'; readonly why: LtiUnknown };

const unknown = (why: LtiUnknown): Outcome => ({ kind: 'unknown', why });

/**
 * Whom a launch signs in. A user who was here before stays who they were. Otherwise the one person who fits, as for single sign-on
 * (sso.rules.ts). Staff are signed in only after they have connected the account themselves: whoever runs the platform may act as
 * anybody there.
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

/** What roles of a platform make somebody in a section; null: none that sections have. */
export const sectionRole = (roles: readonly string[]): SectionRole | null => {
  // Names alone may stand for roles in a course (LTI 1.3, A.2.3).
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

/** Whether browsers are sent to an address of a platform: https, or http on one's own machine. This server does not call it. */
export const isForBrowsers = (text: string): boolean => {
  const url = URL.parse(text);
  return (
    url !== null && url.username === '' && url.password === '' && embedOrigin(url.origin) !== null
  );
};

/** Pages that a link in a course may open. */
const linkable = /^\/(?:events|clubs|surveys|edu)\/[\w-]{1,40}$/;

/** The page of the app that a link names; null where it names none. */
export const targetPath = (target: string | null, origin: string): string | null => {
  const url = target === null ? null : URL.parse(target);
  if (url === null || url.origin !== origin || !linkable.test(url.pathname)) return null;
  return safeRedirect(url.pathname, origin);
};
