import type { Face } from '#contract/people/endpoints.ts';
import type { Role } from '#contract/roles/endpoints.ts';
import {
  addRoleMember,
  createRole,
  deleteRole,
  listRoleMembers,
  listRoles,
  removeRoleMember,
  updateRole,
} from '#contract/roles/calls.ts';
import { useAction } from '../../kit/use-action.ts';
import { call, callQuery } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { nameOf } from '../people/person.ts';

/** The editable fields of a role. */
export type RoleSettings = Pick<Role, 'name' | 'permissions'>;

export const rolesQuery = () => callQuery(listRoles, {});
/** The list contains the number of members. */
export const stale = [listRoles, listRoleMembers] as const;

/** Creates a role (once per `clientId`), or changes one. */
export const saveRole = (
  { id, clientId }: { id: string | null; clientId: string },
  settings: RoleSettings,
): Promise<Role> =>
  id === null ? call(createRole, { clientId, ...settings }) : call(updateRole, { id, ...settings });

/** Deletes a role after a confirmation, because its members can't be restored. */
export function useDeleteRole() {
  const { t } = useMessages();
  return useAction(({ id }: Role) => call(deleteRole, { id }), {
    confirm: ({ name, people }) => ({
      title: t('roles.deleteTitle', { name }),
      body: people === 0 ? t('roles.deleteUnused') : t('roles.deleteBody', { count: people }),
      confirmLabel: t('roles.delete'),
      isDanger: true,
    }),
    invalidates: stale,
    success: (_, { name }) => t('roles.deleted', { name }),
  });
}

/** Assigns or removes a role. */
export function usePutMember(id: string) {
  const { t } = useMessages();
  return useAction(
    ({ person: { uid }, isIn }: { person: Face; isIn: boolean }) =>
      call(isIn ? addRoleMember : removeRoleMember, { id, uid }),
    {
      invalidates: stale,
      success: (_, { person, isIn }) =>
        t(isIn ? 'roles.personAdded' : 'roles.personRemoved', { name: nameOf(person) }),
      undo: ({ person, isIn }) => (isIn ? undefined : { person, isIn: true }),
    },
  );
}

/** The members of a role, page by page. */
export const roleMembers = (id: string) => ({
  queryKey: [listRoleMembers, { id }] as const,
  queryFn: ({ pageParam }: { pageParam: string }) =>
    call(listRoleMembers, { id, size: 50, ...(pageParam !== '' && { cursor: pageParam }) }),
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }: { nextCursor?: string | null }) => nextCursor ?? undefined,
});
