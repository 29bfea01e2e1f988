import { useState } from 'react';
import { newClientId } from '#contract/client-id.ts';
import type { Room } from '#contract/rooms/endpoints.ts';
import { roomLimits as limits } from '#contract/rooms/limits.ts';
import { createRoom, listRooms, updateRoom } from '#contract/rooms/calls.ts';
import { ariaFieldsOf } from '../../kit/aria-fields.tsx';
import { fieldsOf } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { call } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';

type Values = Pick<Room, 'name' | 'building' | 'capacity' | 'note' | 'isActive'>;
const { TextField, Switch } = fieldsOf<Values>();
const { NumberField } = ariaFieldsOf<Values>();

const fresh: Values = { name: '', building: '', capacity: null, note: '', isActive: true };

/** Creates or edits a room. */
export function RoomDialog({ room, onClose }: { room: Room | null; onClose: () => void }) {
  const { t } = useMessages();
  const [clientId] = useState(newClientId);
  return (
    <FormDialog<Values>
      title={t(room === null ? 'rooms.new' : 'rooms.edit')}
      submitLabel={t('rooms.save')}
      defaultValues={
        room === null
          ? fresh
          : {
              name: room.name,
              building: room.building,
              capacity: room.capacity,
              note: room.note,
              isActive: room.isActive,
            }
      }
      isComplete={({ name }) => name.trim() !== ''}
      errorFields={{ room_exists: 'name' }}
      save={(values) =>
        room === null
          ? call(createRoom, { ...values, clientId })
          : call(updateRoom, {
              ...values,
              id: room.id,
              version: room.version,
            })
      }
      invalidates={[listRooms]}
      success={t('rooms.saved')}
      onClose={onClose}
    >
      <TextField name="name" label={t('rooms.name')} maxLength={limits.name} required />
      <TextField name="building" label={t('rooms.building')} maxLength={limits.building} />
      <NumberField name="capacity" label={t('rooms.capacity')} min={1} max={limits.capacity} />
      <TextField
        name="note"
        label={t('rooms.note')}
        description={t('rooms.noteBody')}
        maxLength={limits.note}
      />
      <Switch name="isActive" label={t('rooms.isActive')} description={t('rooms.isActiveBody')} />
    </FormDialog>
  );
}
