import type { Scope } from '../../../kernel/context.ts';
import { personId } from '../../../kernel/ids.ts';
import type { Owner } from '../newsletters.queries.ts';

const place = ({ school }: Pick<Scope, 'school'>): string => `unsubscribe:${school.school_id}`;

/** Whose mails from whom a token ends. */
export interface Unsubscribed {
  readonly user: number;
  readonly of: Owner;
}

/** Ids of events are told from those of clubs by this. */
const eventMark = 'e';

/**
 * A token by which mail programs end newsletters for one person, or the mails of one club or event to them, without an end of its
 * own: old mails keep working.
 */
export const encryptUnsubscribe = (
  scope: Pick<Scope, 'school' | 'tokens'>,
  { user, of }: Unsubscribed,
): string =>
  scope.tokens.encrypt(
    place(scope),
    of === null
      ? String(user)
      : 'club' in of
        ? `${user}/${of.club}`
        : `${user}/${eventMark}${of.event}`,
  );

/** What a token names at this school, or null. */
export const unsealUnsubscribe = (
  scope: Pick<Scope, 'school' | 'tokens'>,
  token: string,
): Unsubscribed | null => {
  const [person, sender] = scope.tokens.decrypt(place(scope), token)?.split('/') ?? [];
  const user = person === undefined ? null : personId(person);
  if (user === null) return null;
  if (sender === undefined) return { user, of: null };
  const isEvent = sender.startsWith(eventMark);
  const id = personId(isEvent ? sender.slice(eventMark.length) : sender);
  return id === null ? null : { user, of: isEvent ? { event: id } : { club: id } };
};
