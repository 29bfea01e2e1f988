import type { Scope } from '../../../kernel/context.ts';
import { personId } from '../../../kernel/ids.ts';

const place = ({ school }: Pick<Scope, 'school'>): string => `unsubscribe:${school.school_id}`;

/** A token by which mail programs end newsletters for one person, without an end of its own: old mails keep working. */
export const encryptUnsubscribe = (scope: Pick<Scope, 'school' | 'tokens'>, user: number): string =>
  scope.tokens.encrypt(place(scope), String(user));

/** Whom a token names at this school, or null. */
export const unsealUnsubscribe = (
  scope: Pick<Scope, 'school' | 'tokens'>,
  token: string,
): number | null => {
  const user = scope.tokens.decrypt(place(scope), token);
  return user === null ? null : personId(user);
};
