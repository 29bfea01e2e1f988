import type { Face } from '#contract/people/endpoints.ts';
import type { Role } from '#contract/roles/endpoints.ts';
import { useAction } from '../../kit/use-action.ts';
import { call, callQuery } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { nameOf } from '../people/person.ts';

/** What a role says of itself. */
export type RoleSettings = Pick<Role, 'name' | 'permissions'>;

const membersCall = 'GET /api/v1/school/roles/{id}/members';
export const rolesQuery = () => callQuery('GET /api/v1/school/roles', {});
/** The list says how many people hold each role. */
export const stale = ['GET /api/v1/school/roles', membersCall] as const;

/** Creates a role, once for each `clientId`, or changes one. */
export const saveRole = (
  { id, clientId }: { id: string | null; clientId: string },
  settings: RoleSettings,
): Promise<Role> =>
  id === null
    ? call('POST /api/v1/school/roles', { clientId, ...settings })
    : call('PATCH /api/v1/school/roles/{id}', { id, ...settings });

/** Deletes a role, after asking: who held it cannot be brought back. */
export function useDeleteRole() {
  const { t } = useMessages();
  return useAction(({ id }: Role) => call('DELETE /api/v1/school/roles/{id}', { id }), {
    confirm: ({ name, people }) => ({
      title: t('roles.deleteTitle', { name }),
      body: people === 0 ? t('roles.deleteUnused') : t('roles.deleteBody', { count: people }),
      yes: t('roles.delete'),
      isDanger: true,
    }),
    invalidates: stale,
    success: (_, { name }) => t('roles.deleted', { name }),
  });
}

/** Gives somebody a role, or takes it from them. */
export function usePutMember(id: string) {
  const { t } = useMessages();
  const path = '/api/v1/school/roles/{id}/members/{uid}';
  return useAction(
    ({ person: { uid }, isIn }: { person: Face; isIn: boolean }) =>
      call(isIn ? `PUT ${path}` : `DELETE ${path}`, { id, uid }),
    {
      invalidates: stale,
      success: (_, { person, isIn }) =>
        t(isIn ? 'roles.personAdded' : 'roles.personRemoved', { name: nameOf(person) }),
      undo: ({ person, isIn }) => (isIn ? undefined : { person, isIn: true }),
    },
  );
}

/** People who hold a role, page by page. */
export const roleMembers = (id: string) => ({
  queryKey: [membersCall, { id }] as const,
  queryFn: ({ pageParam }: { pageParam: string }) =>
    call(membersCall, { id, size: 50, ...(pageParam !== '' && { cursor: pageParam }) }),
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }: { nextCursor?: string | null }) => nextCursor ?? undefined,
});
