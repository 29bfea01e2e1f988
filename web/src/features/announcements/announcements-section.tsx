import { useQuery } from '@tanstack/react-query';
import { Megaphone, MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ManagedAnnouncement } from '#contract/announcements/endpoints.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { Row, RowIcon, RowList } from '../../kit/row-list.tsx';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { MenuButton } from '../../ui/menu.tsx';
import { Pill } from '../../ui/pill.tsx';
import { AnnouncementDialog } from './announcement-dialog.tsx';
import { looks, managedQuery, useDelete } from './announcements.data.ts';
import english from './messages/en.json';

addEnglish(english);

/** Creates, edits and deletes the school's announcements. */
export function AnnouncementsSection() {
  const { t } = useMessages();
  const remove = useDelete();
  const [open, setOpen] = useState<{ announcement: ManagedAnnouncement | null } | null>(null);
  return (
    <>
      <ListPage
        query={useQuery(managedQuery())}
        intro={t('announcements.body')}
        add={{ label: t('announcements.new'), onAdd: () => setOpen({ announcement: null }) }}
        empty={{ icon: Megaphone, title: t('announcements.none') }}
      >
        {({ items }) => (
          <RowList isCard label={t('announcements.title')}>
            {items.map((one) => (
              <AnnouncementRow
                key={one.id}
                announcement={one}
                onEdit={() => setOpen({ announcement: one })}
                onDelete={() => remove.run(one.id)}
              />
            ))}
          </RowList>
        )}
      </ListPage>
      {open && <AnnouncementDialog {...open} onClose={() => setOpen(null)} />}
    </>
  );
}

const tones = { scheduled: 'brand', shown: 'good', ended: 'quiet' } as const;

interface AnnouncementRowProps {
  announcement: ManagedAnnouncement;
  onEdit: () => void;
  onDelete: () => void;
}

function AnnouncementRow({ announcement, onEdit, onDelete }: AnnouncementRowProps) {
  const { t, date, list } = useMessages();
  const { text, kind, state, accountTypes, startsAt, endsAt, can } = announcement;
  const { icon: Icon } = looks[kind];
  const items = [
    ...(can.update ? [{ id: 'edit' as const, label: t('announcements.edit'), icon: Pencil }] : []),
    ...(can.delete
      ? [{ id: 'delete' as const, label: t('announcements.delete'), icon: Trash2, isDanger: true }]
      : []),
  ];
  return (
    <Row
      mark={
        <RowIcon>
          <Icon size={20} aria-hidden />
        </RowIcon>
      }
      title={text}
      aside={<Pill tone={tones[state]}>{t(`announcements.state_${state}`)}</Pill>}
      lines={[
        t('announcements.span', { from: date(startsAt, 'moment'), until: date(endsAt, 'moment') }),
        accountTypes.length === 0 ? t('announcements.everyone') : list(accountTypes),
      ]}
      isQuiet={state === 'ended'}
      end={
        <MenuButton
          label={t('announcements.more', { name: text })}
          icon={MoreHorizontal}
          variant="quiet"
          items={items}
          onAction={(action) => (action === 'edit' ? onEdit() : onDelete())}
        />
      }
    />
  );
}
