import type { SsoError } from '#contract/sso/errors-shown.ts';

/** A person whom an identifier fits, or whom a subject is. */
export interface Candidate {
  readonly id: number;
  readonly is_disabled: boolean;
  /** Has signed on through this provider as another subject. */
  readonly has_link?: boolean;
}

/** Whom a sign-on signs in. */
export type Outcome =
  | { readonly kind: 'signs_in'; readonly userId: number; readonly isNew: boolean }
  | { readonly kind: 'makes_person' }
  | { readonly kind: 'refused'; readonly error: SsoError };

const refuse = (error: SsoError): Outcome => ({ kind: 'refused', error });

/**
 * Whom a sign-on signs in. A subject that has signed on before stays who it was, whatever identifier comes along; a person
 * who has a subject at this provider gets no second one, so that an identifier given to somebody else opens nothing.
 * An e-mail address is never looked at.
 */
export const whomItSignsIn = (given: {
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
