import { useQuery } from '@tanstack/react-query';
import { MoreHorizontal, Pencil, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { deleteOffice, listOffices } from '#contract/booking/calls.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { useAction } from '../../kit/use-action.ts';
import { call } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { Pill } from '../../ui/pill.tsx';
import { officesQuery } from './booking.data.ts';
import english from './messages/en.json';
import { OfficeDialog } from './office-dialog.tsx';

addEnglish(english);

/** The school's offices: groups of people who offer the same meeting. */
export function OfficesSection() {
  const { t, list } = useMessages();
  const [open, setOpen] = useState<{ id: string | null } | null>(null);
  const remove = useAction(({ id }: { id: string; name: string }) => call(deleteOffice, { id }), {
    confirm: ({ name }) => ({
      title: t('booking.deleteOffice', { name }),
      body: t('booking.deleteOfficeBody'),
      confirmLabel: t('booking.delete'),
      isDanger: true,
    }),
    invalidates: [listOffices],
    success: t('booking.officeDeleted'),
  });
  return (
    <>
      <ListPage
        query={useQuery(officesQuery())}
        intro={t('booking.officesBody')}
        add={{ label: t('booking.newOffice'), onAdd: () => setOpen({ id: null }) }}
        empty={{ icon: Users, title: t('booking.noOffices') }}
      >
        {({ items }) => (
          <RowList isCard label={t('booking.offices')}>
            {items.map((one) => (
              <Row
                key={one.id}
                mark={
                  <RowIcon>
                    <Users size={20} aria-hidden />
                  </RowIcon>
                }
                title={one.name}
                aside={!one.isOpen && <Pill>{t('booking.officeClosed')}</Pill>}
                lines={[
                  t('booking.minutes', { minutes: one.minutes }),
                  list(one.people.map(({ firstName, lastName }) => `${firstName} ${lastName}`)),
                ]}
                isQuiet={!one.isOpen}
                end={
                  <MenuButton
                    label={t('booking.moreOf', { name: one.name })}
                    icon={MoreHorizontal}
                    variant="quiet"
                    items={[
                      { id: 'edit' as const, label: t('booking.editOffice'), icon: Pencil },
                      {
                        id: 'delete' as const,
                        label: t('booking.delete'),
                        icon: Trash2,
                        isDanger: true,
                      },
                    ]}
                    onAction={(action) =>
                      action === 'edit' ? setOpen({ id: one.id }) : remove.run(one)
                    }
                  />
                }
              />
            ))}
          </RowList>
        )}
      </ListPage>
      {open && <OfficeDialog id={open.id} onClose={() => setOpen(null)} />}
    </>
  );
}
