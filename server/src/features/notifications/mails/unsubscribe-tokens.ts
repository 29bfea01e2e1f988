import type { Scope } from '../../../kernel/context.ts';
import { personId } from '../../../kernel/ids.ts';

const encryptionContext = ({ school }: Pick<Scope, 'school'>): string =>
  `leave-notifications:${school.school_id}`;

/**
 * Returns a token with which email clients unsubscribe one person from notifications. It never expires, so that old
 * emails keep working.
 */
export const encryptUnsubscribe = (scope: Pick<Scope, 'school' | 'tokens'>, user: number): string =>
  scope.tokens.encrypt(encryptionContext(scope), String(user));

/** Returns the person in a token of this school. Null if the token is invalid. */
export const decryptUnsubscribe = (
  scope: Pick<Scope, 'school' | 'tokens'>,
  token: string,
): number | null => {
  const user = scope.tokens.decrypt(encryptionContext(scope), token);
  return user === null ? null : personId(user);
};
