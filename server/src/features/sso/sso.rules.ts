import type { SsoError } from '#contract/sso/errors-shown.ts';

/** A person that matches an identifier, or that is linked to a subject. */
export interface Candidate {
  readonly id: number;
  readonly is_disabled: boolean;
  /** True if the person has signed on through this provider with another subject. */
  readonly has_link?: boolean;
}

/** The result of matching a sign-on to a person. */
export type Outcome =
  | { readonly kind: 'signs_in'; readonly userId: number; readonly isNew: boolean }
  | { readonly kind: 'makes_person' }
  | { readonly kind: 'refused'; readonly error: SsoError };

const refuse = (error: SsoError): Outcome => ({ kind: 'refused', error });

/**
 * Returns the person that a sign-on signs in. A linked subject always signs in its person, whatever its identifier is.
 * A person who has a subject at this provider can't get a second one, so an identifier that moves to another person
 * opens nothing. Email addresses are never matched.
 */
export const resolveUser = (given: {
  linked: Candidate | undefined;
  identifier: string | null;
  matches: readonly Candidate[];
  makesPeople: boolean;
}): Outcome => {
  const { linked, identifier, matches, makesPeople } = given;
  if (linked !== undefined)
    return linked.is_disabled
      ? refuse('ended')
      : { kind: 'signs_in', userId: linked.id, isNew: false };
  if (identifier === null) return refuse('no_identifier');
  const [match, ...others] = matches;
  if (match === undefined) return makesPeople ? { kind: 'makes_person' } : refuse('not_added');
  if (others.length > 0) return refuse('ambiguous');
  if (match.is_disabled) return refuse('ended');
  return match.has_link === true
    ? refuse('linked_elsewhere')
    : { kind: 'signs_in', userId: match.id, isNew: true };
};
