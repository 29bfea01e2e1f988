import { useQuery } from '@tanstack/react-query';
import { IdCard, MoreHorizontal, Pencil, Trash2, UsersRound } from 'lucide-react';
import { useState } from 'react';
import type { Role } from '#contract/roles/endpoints.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { MembersDialog } from '../../kit/members-dialog.tsx';
import { Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { useMessages } from '../../lib/messages.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { inOrder } from './permission-groups.ts';
import { RoleDialog } from './role-dialog.tsx';
import { roleMembers, rolesQuery, useDeleteRole, usePutMember } from './roles.data.ts';

type RoleAction = 'edit' | 'people' | 'delete';

/** The staff roles with permissions and members. */
export function RolesSection() {
  const { t } = useMessages();
  const remove = useDeleteRole();
  const [open, setOpen] = useState<{ what: 'edit' | 'people'; role: Role | null } | null>(null);
  const act = (role: Role, action: RoleAction) =>
    action === 'delete' ? remove.run(role) : setOpen({ what: action, role });
  return (
    <>
      <ListPage
        query={useQuery(rolesQuery())}
        intro={t('roles.body')}
        add={{ label: t('roles.new'), onAdd: () => setOpen({ what: 'edit', role: null }) }}
        empty={{ icon: IdCard, title: t('roles.noneYet') }}
      >
        {({ items }) => (
          <RowList isCard label={t('roles.title')}>
            {items.map((role) => (
              <RoleRow key={role.id} role={role} onAction={(action) => act(role, action)} />
            ))}
          </RowList>
        )}
      </ListPage>
      {open?.what === 'edit' && <RoleDialog role={open.role} onClose={() => setOpen(null)} />}
      {open?.what === 'people' && open.role && (
        <PeopleDialog role={open.role} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

/** The members of a role. */
function PeopleDialog({ role, onClose }: { role: Role; onClose: () => void }) {
  const { t } = useMessages();
  const put = usePutMember(role.id);
  return (
    <MembersDialog
      title={t('roles.peopleOf', { name: role.name })}
      body={t('roles.peopleBody')}
      inside={t('roles.members')}
      none={{ title: t('roles.noMembers'), body: t('roles.noMembersBody') }}
      members={roleMembers(role.id)}
      busy={put.pendingInput?.person.uid}
      onPut={(person, isIn) => put.run({ person, isIn })}
      onClose={onClose}
    />
  );
}

function RoleRow({ role, onAction }: { role: Role; onAction: (action: RoleAction) => void }) {
  const { t } = useMessages();
  const may = inOrder(role.permissions).map((one) => t(`roles.may_${one}`));
  return (
    <Row
      mark={
        <RowIcon>
          <IdCard size={20} strokeWidth={1.75} aria-hidden />
        </RowIcon>
      }
      title={role.name}
      lines={[
        may.length === 0 ? t('roles.nothing') : may.join(' • '),
        role.people === 0 ? t('roles.noMembers') : t('roles.count', { count: role.people }),
      ]}
      end={
        <MenuButton
          label={t('roles.more', { name: role.name })}
          icon={MoreHorizontal}
          variant="quiet"
          onAction={onAction}
          items={[
            { id: 'edit', label: t('roles.edit'), icon: Pencil },
            { id: 'people', label: t('roles.people'), icon: UsersRound },
            { id: 'delete', label: t('roles.delete'), icon: Trash2, isDanger: true },
          ]}
        />
      }
    />
  );
}
