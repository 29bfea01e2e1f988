import { useInfiniteQuery } from '@tanstack/react-query';
import { CalendarDays, DoorOpen, MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Room } from '#contract/rooms/endpoints.ts';
import { deleteRoom, listRooms } from '#contract/rooms/calls.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { LoadMore, Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { isolate } from '../../lib/apart.ts';
import { call } from '../../lib/call.ts';
import { useDebounced } from '../../lib/debounce.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { Pill } from '../../ui/pill.tsx';
import english from './messages/en.json';
import { RoomCalendar } from './room-calendar.tsx';
import { RoomDialog } from './room-dialog.tsx';
import { roomPages } from './rooms.data.ts';

addEnglish(english);

/** The school's rooms for events. */
export function RoomsSection() {
  const { t } = useMessages();
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<{ room: Room | null; as: 'form' | 'calendar' } | null>(null);
  useDebounced(text, (value) => setSearch(value.trim()));
  const rooms = useInfiniteQuery(roomPages(search));
  const remove = useAction(({ id }: Room) => call(deleteRoom, { id }), {
    confirm: ({ name }) => ({
      title: t('rooms.deleteTitle', { name }),
      body: t('rooms.deleteBody'),
      confirmLabel: t('rooms.delete'),
      isDanger: true,
    }),
    invalidates: [listRooms],
    success: t('rooms.deleted'),
  });
  const close = () => setOpen(null);
  return (
    <>
      <ListPage
        query={rooms}
        intro={t('rooms.body')}
        add={{ label: t('rooms.new'), onAdd: () => setOpen({ room: null, as: 'form' }) }}
        search={{ label: t('rooms.search'), value: text, onChange: setText }}
        isNarrowed={search !== ''}
        isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
        empty={{ icon: DoorOpen, title: t('rooms.none') }}
        nothingFound={{ title: t('rooms.notFound') }}
      >
        {({ pages }) => (
          <div className="grid gap-4">
            <RowList isCard label={t('rooms.title')}>
              {pages
                .flatMap(({ items }) => items)
                .map((room) => (
                  <Row
                    key={room.id}
                    mark={
                      <RowIcon>
                        <DoorOpen size={20} aria-hidden />
                      </RowIcon>
                    }
                    title={room.name}
                    aside={!room.isActive && <Pill>{t('rooms.closed')}</Pill>}
                    lines={[
                      [
                        // Isolate names in another script from the number.
                        room.building === '' ? '' : isolate(room.building),
                        room.capacity === null ? '' : t('rooms.seats', { count: room.capacity }),
                      ]
                        .filter(Boolean)
                        .join(' • '),
                      room.note,
                    ].filter(Boolean)}
                    isQuiet={!room.isActive}
                    end={
                      <MenuButton
                        label={t('rooms.moreOf', { name: room.name })}
                        icon={MoreHorizontal}
                        variant="quiet"
                        items={[
                          {
                            id: 'calendar' as const,
                            label: t('rooms.calendar'),
                            icon: CalendarDays,
                          },
                          { id: 'edit' as const, label: t('rooms.edit'), icon: Pencil },
                          {
                            id: 'delete' as const,
                            label: t('rooms.delete'),
                            icon: Trash2,
                            isDanger: true,
                          },
                        ]}
                        onAction={(act) =>
                          act === 'delete'
                            ? remove.run(room)
                            : setOpen({ room, as: act === 'edit' ? 'form' : 'calendar' })
                        }
                      />
                    }
                  />
                ))}
            </RowList>
            <LoadMore query={rooms} />
          </div>
        )}
      </ListPage>
      {open?.as === 'form' && <RoomDialog room={open.room} onClose={close} />}
      {open?.as === 'calendar' && open.room !== null && (
        <RoomCalendar room={open.room} onClose={close} />
      )}
    </>
  );
}
