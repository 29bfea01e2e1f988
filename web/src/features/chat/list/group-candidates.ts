import { useQuery } from '@tanstack/react-query';
import type { Face } from '#contract/people/endpoints.ts';
import { listGroupCandidates } from '#contract/chat/calls.ts';
import { call, steadyCallQuery } from '../../../lib/call.ts';
import { CallError } from '../../../lib/call-error.ts';
import type { Messages } from '../../../lib/messages.ts';
import { chatErrorText } from '../chat-failures.ts';
import { nameOf } from '../../people/person.ts';

/** Maximum people per call (contract/src/chat/conversations.endpoints.ts). */
const candidatesMax = 50;
const question = (uids: readonly string[]) =>
  [...new Set(uids)].slice(0, candidatesMax).toSorted().join();

/** Returns whether a person can be added to a group. While the call is loading or if it fails, everyone can be tried. */
export function useAddable(uids: readonly string[]): (uid: string) => boolean {
  const { data } = useQuery({
    ...steadyCallQuery(listGroupCandidates, { uids: question(uids) }),
    enabled: uids.length > 0,
  });
  const refused = new Set(data?.items.filter(({ canAdd }) => !canAdd).map(({ uid }) => uid));
  return (uid) => !refused.has(uid);
}

/** Thrown if the server rejects a group, with the people who can't be added. */
export class GroupRefused extends Error {
  readonly people: readonly Face[];
  constructor(people: readonly Face[], cause: unknown) {
    super('The group was refused', { cause });
    this.people = people;
  }
}

/** Adds the people who can't be added to the server's error. */
export async function namingRefused<T>(people: readonly Face[], act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (
      !(error instanceof CallError) ||
      !['chat_not_allowed', 'person_not_found'].includes(error.code)
    )
      throw error;
    const refused: Face[] = [];
    for (let at = 0; at < people.length; at += candidatesMax) {
      const portion = people.slice(at, at + candidatesMax);
      const { items } = await call(listGroupCandidates, {
        uids: question(portion.map(({ uid }) => uid)),
      });
      refused.push(
        ...portion.filter(({ uid }) => items.some((one) => one.uid === uid && !one.canAdd)),
      );
    }
    throw refused.length === 0 ? error : new GroupRefused(refused, error);
  }
}

/** Returns the error message that explains why people weren't added. */
export const groupErrorText = (error: unknown, messages: Messages): string =>
  error instanceof GroupRefused
    ? messages.t('chat.errorGroup', {
        names: messages.list(error.people.map(nameOf)),
        count: error.people.length,
      })
    : chatErrorText(error, messages);
