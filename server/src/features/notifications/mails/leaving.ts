import type { Scope } from '../../../kernel/context.ts';
import { personId } from '../../../kernel/ids.ts';

const place = ({ school }: Pick<Scope, 'school'>): string =>
  `leave-notifications:${school.school_id}`;

/**
 * Returns a token for unsubscribing one person from notifications by email. It doesn't expire, so that the links in old emails keep
 * working.
 */
export const encryptUnsubscribe = (scope: Pick<Scope, 'school' | 'tokens'>, user: number): string =>
  scope.tokens.encrypt(place(scope), String(user));

/** Returns the person in a token of this school, or null. */
export const unsealLeaving = (
  scope: Pick<Scope, 'school' | 'tokens'>,
  token: string,
): number | null => {
  const user = scope.tokens.decrypt(place(scope), token);
  return user === null ? null : personId(user);
};
