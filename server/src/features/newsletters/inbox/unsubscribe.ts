import type { Scope } from '../../../kernel/context.ts';
import { personId } from '../../../kernel/ids.ts';

const place = ({ school }: Pick<Scope, 'school'>): string => `unsubscribe:${school.school_id}`;

/** Whose mails from whom a token ends. */
export interface Unsubscribed {
  readonly user: number;
  /** Null: those of the school. */
  readonly club: number | null;
}

/**
 * A token by which mail programs end newsletters for one person, or the mails of one club to them, without an end of its own: old
 * mails keep working.
 */
export const encryptUnsubscribe = (
  scope: Pick<Scope, 'school' | 'tokens'>,
  { user, club }: Unsubscribed,
): string => scope.tokens.encrypt(place(scope), club === null ? String(user) : `${user}/${club}`);

/** What a token names at this school, or null. */
export const unsealUnsubscribe = (
  scope: Pick<Scope, 'school' | 'tokens'>,
  token: string,
): Unsubscribed | null => {
  const [person, ofClub] = scope.tokens.decrypt(place(scope), token)?.split('/') ?? [];
  const user = person === undefined ? null : personId(person);
  const club = ofClub === undefined ? null : personId(ofClub);
  return user === null || (ofClub !== undefined && club === null) ? null : { user, club };
};
