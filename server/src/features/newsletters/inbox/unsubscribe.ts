import type { Scope } from '../../../kernel/context.ts';
import { personId } from '../../../kernel/ids.ts';
import type { Owner } from '../newsletters.queries.ts';

const encryptionContext = ({ school }: Pick<Scope, 'school'>): string =>
  `unsubscribe:${school.school_id}`;

/** The person and the emails in an unsubscribe token. */
export interface Unsubscribed {
  readonly user: number;
  readonly of: Owner;
}

/** The prefix that distinguishes ids of events from those of clubs. */
const eventMark = 'e';

/**
 * Returns a token with which email clients unsubscribe one person from newsletters, or from the emails of one club or
 * event. It never expires, so that old emails keep working.
 */
export const encryptUnsubscribe = (
  scope: Pick<Scope, 'school' | 'tokens'>,
  { user, of }: Unsubscribed,
): string =>
  scope.tokens.encrypt(
    encryptionContext(scope),
    of === null
      ? String(user)
      : 'club' in of
        ? `${user}/${of.club}`
        : `${user}/${eventMark}${of.event}`,
  );

/** Returns the content of a token of this school. Null if the token is invalid. */
export const decryptUnsubscribe = (
  scope: Pick<Scope, 'school' | 'tokens'>,
  token: string,
): Unsubscribed | null => {
  const [person, sender] = scope.tokens.decrypt(encryptionContext(scope), token)?.split('/') ?? [];
  const user = person === undefined ? null : personId(person);
  if (user === null) return null;
  if (sender === undefined) return { user, of: null };
  const isEvent = sender.startsWith(eventMark);
  const id = personId(isEvent ? sender.slice(eventMark.length) : sender);
  return id === null ? null : { user, of: isEvent ? { event: id } : { club: id } };
};
