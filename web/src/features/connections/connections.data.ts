import type { QueryClient } from '@tanstack/react-query';
import type { ConnectAction } from '#contract/connections/endpoints.ts';
import type { ConnectionStatus, User } from '#contract/people/endpoints.ts';
import { connectUser, listConnections } from '#contract/connections/calls.ts';
import { listCoursePeople } from '#contract/courses/calls.ts';
import { getProfile, listingFilters, mobilePeople } from '#contract/people/calls.ts';
import { listSuggestions } from '#contract/suggestions/calls.ts';
import { call } from '../../lib/call.ts';
import { pageSize } from '../../lib/listing-params.ts';

export type ConnectionList = 'incoming' | 'sent' | 'connected';

export const connectionsPage = (list: ConnectionList, page: number, search = '') =>
  ({
    key: listConnections,
    input: {
      list,
      ...(search !== '' && { search }),
      pageOffset: (page - 1) * pageSize,
      pageSize,
    },
  }) as const;

/**
 * Returns the status from a reply, or null if it isn't a success. A call succeeded only if success is the text true and
 * connectionStatus is set (CONN-05).
 */
export function readConnectReply(reply: unknown): ConnectionStatus | null {
  if (
    typeof reply !== 'object' ||
    reply === null ||
    !('success' in reply) ||
    reply.success !== 'true'
  )
    return null;
  // The contract lists the possible numbers.
  return 'connectionStatus' in reply && typeof reply.connectionStatus === 'number'
    ? (reply.connectionStatus as ConnectionStatus)
    : null;
}

/** Runs an action. Rejects with the server's message if it fails. */
export async function act(uid: string, type: ConnectAction): Promise<ConnectionStatus> {
  const reply = await call(connectUser, { student_uid: uid, type });
  const status = readConnectReply(reply);
  if (status === null) throw new Error('message' in reply ? reply.message : 'refused');
  return status;
}

/** Returns the person with another status, as the server would return them. */
export const withStatus = (person: User, status: ConnectionStatus): User => ({
  ...person,
  connectionStatus: status,
  can: { ...person.can, message: status === 1 },
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Returns a cached reply with the person's new status, or the same object if it doesn't contain the person. */
export function patchPerson<T>(answer: T, uid: string, status: ConnectionStatus): T {
  if (Array.isArray(answer)) {
    const next = answer.map((one: unknown) => patchPerson(one, uid, status));
    return next.some((one, index) => one !== answer[index]) ? (next as T) : answer;
  }
  if (!isRecord(answer)) return answer;
  // Only people have both uid and connectionStatus.
  if (answer['uid'] === uid && 'connectionStatus' in answer && 'can' in answer)
    return withStatus(answer as unknown as User, status) as T;
  let next: Record<string, unknown> = answer;
  for (const [key, value] of Object.entries(answer)) {
    if (!isRecord(value)) continue;
    const patched = patchPerson(value, uid, status);
    if (patched !== value) next = { ...next, [key]: patched };
  }
  return next as T;
}

const peopleCalls = [
  mobilePeople,
  getProfile,
  listConnections,
  listSuggestions,
  listCoursePeople,
] as const;

/** The calls whose replies show connection statuses or counts. */
export const callsWithConnections = [...peopleCalls, listingFilters] as const;

const callsWithPeople = new Set<string>(peopleCalls);

/** Shows the new status in every cached reply, then refetches everything that depends on it. */
export function applyStatus(client: QueryClient, uid: string, status: ConnectionStatus): void {
  client.setQueriesData(
    { predicate: ({ queryKey }) => callsWithPeople.has(String(queryKey[0])) },
    (answer: unknown) => patchPerson(answer, uid, status),
  );
}

/**
 * After an action, the profile may show more or less, and counts change. Visible lists keep their rows until the user leaves
 * them.
 */
export function refreshAfter(client: QueryClient, uid: string): void {
  void client.invalidateQueries({
    predicate: ({ queryKey: [key, input] }) =>
      key === getProfile && isRecord(input) && input['uid'] === uid,
  });
  void client.invalidateQueries({
    queryKey: [listingFilters],
    refetchType: 'none',
  });
  void client.invalidateQueries({
    queryKey: [mobilePeople],
    refetchType: 'none',
  });
  void client.invalidateQueries({ queryKey: [listConnections] });
}

const showsConnections: ReadonlySet<unknown> = new Set(callsWithConnections);

/**
 * After a period offline, everything that shows connection statuses is outdated. It refetches visible data, unless it was
 * loaded at `since` or later. Rejects if that fails.
 */
export async function refreshAll(client: QueryClient, since: number): Promise<void> {
  await client.invalidateQueries({
    predicate: ({ queryKey: [key] }) => showsConnections.has(key),
    refetchType: 'none',
  });
  await client.refetchQueries(
    {
      type: 'active',
      predicate: ({ queryKey: [key], state }) =>
        showsConnections.has(key) && state.dataUpdatedAt < since,
    },
    { throwOnError: true },
  );
}
