import permissionWords from 'messages:en/roles.*';
import { useQuery } from '@tanstack/react-query';
import { BadgeCheck, MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import { clubLimits } from '#contract/clubs/limits.ts';
import { grantablePermissions } from '#contract/permissions.ts';
import type { ClubPosition } from '#contract/roles/positions.endpoints.ts';
import {
  createClubPosition,
  deleteClubPosition,
  updateClubPosition,
} from '#contract/roles/calls.ts';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { ListPage } from '../../kit/list-page.tsx';
import { Row, RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { clubPositions, stalePositions } from './clubs.data.ts';

// Each feature contains the texts of its permissions.
addEnglish(permissionWords);

/** The officer positions and their permissions. */
export function PositionsList() {
  const { t } = useMessages();
  const positions = useQuery(clubPositions());
  const [open, setOpen] = useState<{ position: ClubPosition | null } | null>(null);
  const remove = useAction(({ id }: ClubPosition) => call(deleteClubPosition, { id }), {
    confirm: ({ name }) => ({
      title: t('clubs.deleteTitle', { name }),
      body: t('clubs.deletePositionBody'),
      confirmLabel: t('clubs.delete'),
      cancelLabel: t('clubs.cancel'),
      isDanger: true,
    }),
    invalidates: stalePositions,
    success: (_, { name }) => t('clubs.positionDeleted', { name }),
  });
  return (
    <>
      <ListPage
        intro={t('clubs.positionsBody')}
        add={{ label: t('clubs.positionNew'), onAdd: () => setOpen({ position: null }) }}
        query={positions}
        empty={{ icon: BadgeCheck, title: t('clubs.positionsNone') }}
      >
        {({ items }) => (
          <RowList isCard label={t('clubs.labels_positions')}>
            {items.map((position) => (
              <Row
                key={position.id}
                title={position.name}
                lines={[
                  position.permissions.length === 0
                    ? t('clubs.mayNothing')
                    : position.permissions.map((one) => t(`roles.may_${one}`)).join(' • '),
                  t('clubs.officersCount', { count: position.officers }),
                ]}
                end={
                  <MenuButton
                    label={t('clubs.more', { name: position.name })}
                    icon={MoreHorizontal}
                    variant="quiet"
                    items={[
                      { id: 'edit', label: t('clubs.change'), icon: Pencil },
                      ...(position.officers === 0
                        ? [
                            {
                              id: 'delete' as const,
                              label: t('clubs.delete'),
                              icon: Trash2,
                              isDanger: true,
                            },
                          ]
                        : []),
                    ]}
                    onAction={(id) =>
                      id === 'edit' ? setOpen({ position }) : remove.run(position)
                    }
                  />
                }
              />
            ))}
          </RowList>
        )}
      </ListPage>
      {open && <PositionDialog position={open.position} onClose={() => setOpen(null)} />}
    </>
  );
}

type Draft = Pick<ClubPosition, 'name' | 'permissions'>;
const { TextField, CheckboxGroup } = fieldsOf<Draft>();

function PositionDialog({
  position,
  onClose,
}: {
  position: ClubPosition | null;
  onClose: () => void;
}) {
  const { t } = useMessages();
  const [clientId] = useState(() => newClientId());
  return (
    <FormDialog<Draft, ClubPosition>
      title={
        position === null ? t('clubs.positionNew') : t('clubs.editLabel', { name: position.name })
      }
      submitLabel={t('kit.save')}
      defaultValues={{ name: position?.name ?? '', permissions: position?.permissions ?? [] }}
      validate={({ name }) => ({ name: name.trim() === '' ? t('clubs.nameless') : undefined })}
      save={(settings) =>
        position === null
          ? call(createClubPosition, { clientId, ...settings })
          : call(updateClubPosition, { id: position.id, ...settings })
      }
      errorFields={{ role_name_taken: 'name' }}
      success={({ name }) => t('clubs.positionSaved', { name })}
      invalidates={stalePositions}
      onClose={onClose}
    >
      <TextField name="name" label={t('clubs.name')} maxLength={clubLimits.label} />
      <CheckboxGroup
        name="permissions"
        label={t('clubs.mayTitle')}
        options={grantablePermissions('club').map((one) => ({
          value: one,
          label: t(`roles.may_${one}`),
          description: t(`roles.about_${one}`),
        }))}
      />
    </FormDialog>
  );
}
