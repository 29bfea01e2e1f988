import type { QueryClient } from '@tanstack/react-query';
import type { ConnectAction } from '#contract/connections/endpoints.ts';
import type { ConnectionStatus, User } from '#contract/people/endpoints.ts';
import { connectUser, listConnections } from '#contract/connections/calls.ts';
import { getProfile, listingFilters, mobilePeople } from '#contract/people/calls.ts';
import { listSuggestions } from '#contract/suggestions/calls.ts';
import { call } from '../../lib/call.ts';
import { pageSize } from '../../lib/listing-params.ts';

export type ConnectionList = 'incoming' | 'sent' | 'connected';

export const connectionsPage = (list: ConnectionList, page: number) =>
  ({
    key: listConnections,
    input: { list, pageOffset: (page - 1) * pageSize, pageSize },
  }) as const;

/** A connection call is a success only when success is the text true and connectionStatus is there (CONN-05); null otherwise. */
export function readConnectReply(reply: unknown): ConnectionStatus | null {
  if (
    typeof reply !== 'object' ||
    reply === null ||
    !('success' in reply) ||
    reply.success !== 'true'
  )
    return null;
  // The contract lists the numbers a status can be.
  return 'connectionStatus' in reply && typeof reply.connectionStatus === 'number'
    ? (reply.connectionStatus as ConnectionStatus)
    : null;
}

/** Carries out an action; rejects when it did not succeed, with what the server said. */
export async function act(uid: string, type: ConnectAction): Promise<ConnectionStatus> {
  const reply = await call(connectUser, { student_uid: uid, type });
  const status = readConnectReply(reply);
  if (status === null) throw new Error('message' in reply ? reply.message : 'refused');
  return status;
}

/** The person with another status, as the server would answer them. */
export const withStatus = (person: User, status: ConnectionStatus): User => ({
  ...person,
  connectionStatus: status,
  can: { ...person.can, message: status === 1 },
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** A copy of a cached answer in which this person has the new status; the same object where they do not occur. */
export function patchPerson<T>(answer: T, uid: string, status: ConnectionStatus): T {
  if (Array.isArray(answer)) {
    const next = answer.map((one: unknown) => patchPerson(one, uid, status));
    return next.some((one, index) => one !== answer[index]) ? (next as T) : answer;
  }
  if (!isRecord(answer)) return answer;
  // Only a person has a connectionStatus beside a uid.
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

const holdsPeople = new Set<string>([mobilePeople, getProfile, listConnections, listSuggestions]);

/** Shows the new status wherever the person stands, then lets what depends on it be read anew. */
export function applyStatus(client: QueryClient, uid: string, status: ConnectionStatus): void {
  client.setQueriesData(
    { predicate: ({ queryKey }) => holdsPeople.has(String(queryKey[0])) },
    (answer: unknown) => patchPerson(answer, uid, status),
  );
}

/** After an action: the profile may show more or less now, and counts have changed. Lists in view keep their rows until they are left. */
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

const showsConnections: ReadonlySet<unknown> = new Set([...holdsPeople, listingFilters]);

/**
 * After somebody may have missed what others did: whatever shows how one stands to people is old, and what is in view is asked for,
 * unless it was answered at `since` or later. Rejects where that failed.
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
