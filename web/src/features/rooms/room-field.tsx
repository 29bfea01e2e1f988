import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import type { Room } from '#contract/rooms/endpoints.ts';
import { useDebounced } from '../../lib/debounce.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { freeRooms, roomCalendar, roomLabel } from './rooms.data.ts';

/** A room as form value. */
export type ChosenRoom = Pick<Room, 'id' | 'name' | 'building'>;

interface RoomFieldProps {
  value: ChosenRoom | null;
  error?: string | undefined;
  /** The time of the first date; null if not known yet. */
  span: { from: string; to: string } | null;
  onChange: (room: ChosenRoom | null) => void;
}

/** Selects a room that is free at a time, and shows its other reservations on that day. Hidden if the school has no rooms. */
export function RoomField({ value, error, span, onChange }: RoomFieldProps) {
  const { t } = useMessages();
  const [text, setText] = useState(value === null ? '' : roomLabel(value));
  const [search, setSearch] = useState('');
  useDebounced(text, (typed) =>
    setSearch(value !== null && typed === roomLabel(value) ? '' : typed.trim()),
  );
  const all = useQuery(freeRooms('', null));
  const free = useQuery(freeRooms(search, span));
  if (value === null && (all.data === undefined || all.data.total === 0)) return null;
  const found = free.data?.items ?? [];
  const rooms: readonly (ChosenRoom & Partial<Pick<Room, 'capacity'>>)[] =
    value === null || found.some(({ id }) => id === value.id) ? found : [value, ...found];
  const choose = (id: string | null) => {
    const room = rooms.find((one) => one.id === id) ?? null;
    setText(room === null ? '' : roomLabel(room));
    onChange(room === null ? null : { id: room.id, name: room.name, building: room.building });
  };
  return (
    <div className="grid gap-2">
      <Combobox
        label={t('rooms.field')}
        description={t('rooms.fieldBody')}
        {...(error !== undefined && { error })}
        options={rooms.map((room) => ({
          id: room.id,
          label: roomLabel(room),
          ...(room.capacity != null && {
            description: t('rooms.seats', { count: room.capacity }),
          }),
        }))}
        value={value?.id ?? null}
        search={{ text, onText: setText, isBusy: free.isFetching }}
        onChange={choose}
      />
      {value !== null && (
        <div className="flex flex-wrap items-center justify-between gap-2">
          {span !== null && <ReservedThatDay room={value.id} day={span.from} />}
          <Button size="sm" icon={X} onClick={() => choose(null)}>
            {t('rooms.noRoom')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The reservations of a room on a day, in the user's time zone. */
function ReservedThatDay({ room, day }: { room: string; day: string }) {
  const { t, date, list } = useMessages();
  const start = new Date(day);
  start.setHours(0, 0, 0, 0);
  const end = new Date(start);
  end.setDate(end.getDate() + 1);
  const { data } = useQuery(
    roomCalendar(room, { from: start.toISOString(), to: end.toISOString() }),
  );
  if (data === undefined) return null;
  const times = data.items.map(({ from, to }) => `${date(from, 'time')} – ${date(to, 'time')}`);
  return (
    <p className="min-w-0 flex-1 text-sm text-ink-2">
      {times.length === 0
        ? t('rooms.freeThatDay')
        : t('rooms.reservedThatDay', { times: list(times) })}
    </p>
  );
}
