import { useNavigate } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import {
  Archive,
  ArchiveRestore,
  ArrowDown,
  ArrowUp,
  Boxes,
  LayoutList,
  MoreHorizontal,
  Pencil,
  UsersRound,
} from 'lucide-react';
import { useState } from 'react';
import type { ManagedHub } from '#contract/hubs/endpoints.ts';
import { ListPage } from '../../kit/list-page.tsx';
import { MembersDialog } from '../../kit/members-dialog.tsx';
import { Row, RowList } from '../../kit/row-list.tsx';
import { addEnglish, useMessages, type Messages } from '../../lib/messages.ts';
import { useHasPermission } from '../../lib/session-store.ts';
import { paths } from '../../paths.ts';
import { HubMark } from '../../shell/hub-mark.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { managedHubs } from '../menus/menus.data.ts';
import { HubDialog } from './hub-dialog.tsx';
import { hubMembers, useArchiveHub, useOrderHubs, usePutMember } from './hubs.data.ts';
import english from './messages/en.json';

addEnglish(english);

type HubAction = 'edit' | 'people' | 'menu' | 'up' | 'down' | 'archive' | 'return';

/** The school's hubs: create, rename, reorder, archive, and manage people (HUB-01). */
export function HubsSection() {
  const { t } = useMessages();
  const navigate = useNavigate();
  const order = useOrderHubs();
  const archive = useArchiveHub();
  const hubs = useQuery(managedHubs());
  const [open, setOpen] = useState<{ what: 'edit' | 'people'; hub: ManagedHub | null } | null>(
    null,
  );
  const ids = hubs.data?.items.map(({ id }) => id) ?? [];
  const act = (hub: ManagedHub, action: HubAction) => {
    const position = ids.indexOf(hub.id);
    switch (action) {
      case 'edit':
      case 'people':
        return setOpen({ what: action, hub });
      case 'menu':
        return void navigate({ to: paths.adminMenu, search: { hub: hub.id } });
      case 'up':
      case 'down':
        return order.run(
          ids.toSpliced(position, 1).toSpliced(position + (action === 'up' ? -1 : 1), 0, hub.id),
        );
      case 'archive':
      case 'return':
        return archive.run({ hub, isArchived: action === 'archive' });
    }
  };
  return (
    <>
      <ListPage
        query={hubs}
        intro={t('hubs.body')}
        add={{ label: t('hubs.new'), onAdd: () => setOpen({ what: 'edit', hub: null }) }}
        empty={{ icon: Boxes, title: t('hubs.noneYet') }}
      >
        {({ items }) => (
          <RowList isCard label={t('hubs.title')}>
            {items.map((hub, index) => (
              <HubRow
                key={hub.id}
                hub={hub}
                isFirst={index === 0}
                isLast={index === items.length - 1}
                onAction={(action) => act(hub, action)}
              />
            ))}
          </RowList>
        )}
      </ListPage>
      {open?.what === 'edit' && <HubDialog hub={open.hub} onClose={() => setOpen(null)} />}
      {open?.what === 'people' && open.hub && (
        <PeopleDialog hub={open.hub} onClose={() => setOpen(null)} />
      )}
    </>
  );
}

/** The people who were added to a hub manually. */
function PeopleDialog({ hub, onClose }: { hub: ManagedHub; onClose: () => void }) {
  const { t } = useMessages();
  const put = usePutMember(hub.id);
  return (
    <MembersDialog
      title={t('hubs.peopleOf', { name: hub.name })}
      body={t('hubs.peopleBody')}
      inside={t('hubs.added')}
      none={{ title: t('hubs.addedNone'), body: t('hubs.addedNoneBody') }}
      members={hubMembers(hub.id)}
      busy={put.pendingInput?.person.uid}
      onPut={(person, isIn) => put.run({ person, isIn })}
      onClose={onClose}
    />
  );
}

/** Returns a hub's membership rules in one line. */
function whoOf(hub: ManagedHub, { t, list }: Messages): string {
  const parts = hub.isForEveryone ? [t('menus.everyone')] : [...hub.accountTypes, ...hub.majors];
  if (hub.added > 0) parts.push(t('hubs.addedCount', { count: hub.added }));
  return parts.length === 0 ? t('hubs.noMembers') : list(parts);
}

interface HubRowProps {
  hub: ManagedHub;
  isFirst: boolean;
  isLast: boolean;
  onAction: (action: HubAction) => void;
}

function HubRow({ hub, isFirst, isLast, onAction }: HubRowProps) {
  const messages = useMessages();
  const { t } = messages;
  const canEditMenus = useHasPermission('menus.manage');
  return (
    <Row
      mark={<HubMark hub={hub} />}
      title={hub.name}
      aside={hub.isArchived && <span className="text-sm text-ink-2">{t('hubs.isArchived')}</span>}
      lines={[hub.description, whoOf(hub, messages)]}
      isQuiet={hub.isArchived}
      end={
        <MenuButton
          label={t('hubs.more', { name: hub.name })}
          icon={MoreHorizontal}
          variant="quiet"
          onAction={onAction}
          items={[
            { id: 'edit', label: t('hubs.edit'), icon: Pencil },
            { id: 'people', label: t('hubs.people'), icon: UsersRound },
            ...(canEditMenus
              ? [{ id: 'menu' as const, label: t('hubs.menu'), icon: LayoutList }]
              : []),
            ...(isFirst ? [] : [{ id: 'up' as const, label: t('menus.up'), icon: ArrowUp }]),
            ...(isLast ? [] : [{ id: 'down' as const, label: t('menus.down'), icon: ArrowDown }]),
            hub.isArchived
              ? { id: 'return', label: t('hubs.return'), icon: ArchiveRestore }
              : { id: 'archive', label: t('hubs.archive'), icon: Archive },
          ]}
        />
      }
    />
  );
}
