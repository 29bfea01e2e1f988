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
  Plus,
  UsersRound,
} from 'lucide-react';
import { useState } from 'react';
import type { ManagedHub } from '#contract/hubs.ts';
import { errorText } from '../../lib/error-text.ts';
import { useMessages, type Messages } from '../../lib/messages.ts';
import { usePageTitle } from '../../lib/page-title.ts';
import { useNavigate } from '../../lib/router/hooks.ts';
import { paths } from '../../paths.ts';
import { showAlert } from '../../ui/alerts.ts';
import { HubMark } from '../../shell/hub-mark.tsx';
import { showToast } from '../../ui/toasts.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { MenuButton } from '../../ui/menu.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { managedHubs } from '../menus/menus.data.ts';
import { HubDialog } from './hub-dialog.tsx';
import { archiveHub, useOrderHubs } from './hubs.data.ts';
import { MembersDialog } from './members-dialog.tsx';

type HubAction = 'edit' | 'people' | 'menu' | 'up' | 'down' | 'archive' | 'return';

/** The school's hubs: made, renamed, put in order, archived, and who belongs to them (HUB-01). */
export function HubsSection() {
  const messages = useMessages();
  const { t } = messages;
  const navigate = useNavigate();
  const order = useOrderHubs();
  const { data, error, isFetching, refetch } = useQuery(managedHubs());
  const [open, setOpen] = useState<{ what: 'edit' | 'people'; id: string | null } | null>(null);
  usePageTitle(t('hubs.title'));
  if (data === undefined) {
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
    ) : (
      <Loading className="grid gap-3">
        {[1, 2, 3].map((one) => (
          <Skeleton key={one} className="h-18" />
        ))}
      </Loading>
    );
  }
  const ids = data.items.map(({ id }) => id);
  const chosen = data.items.find(({ id }) => id === open?.id) ?? null;
  async function archive({ id, name }: ManagedHub, isArchived: boolean) {
    try {
      await archiveHub(id, isArchived);
      showToast({
        message: t(isArchived ? 'hubs.archived' : 'hubs.returned', { name }),
        ...(isArchived && {
          action: { label: t('privacy.undo'), run: () => void archiveHub(id, false).catch(failed) },
        }),
      });
    } catch (failure) {
      failed(failure);
    }
  }
  const failed = (failure: unknown) =>
    showAlert({ type: 'Error', message: errorText(failure, messages), autoClose: true });
  const act = (hub: ManagedHub, action: HubAction) => {
    const place = ids.indexOf(hub.id);
    switch (action) {
      case 'edit':
      case 'people':
        return setOpen({ what: action, id: hub.id });
      case 'menu':
        return void navigate({ to: paths.adminMenu, search: { hub: hub.id } });
      case 'up':
      case 'down':
        return order(
          ids.toSpliced(place, 1).toSpliced(place + (action === 'up' ? -1 : 1), 0, hub.id),
        );
      case 'archive':
      case 'return':
        return void archive(hub, action === 'archive');
    }
  };
  const make = (
    <Button variant="primary" icon={Plus} onClick={() => setOpen({ what: 'edit', id: null })}>
      {t('hubs.new')}
    </Button>
  );
  return (
    <div className="grid gap-4">
      {data.items.length === 0 ? (
        <EmptyState icon={Boxes} title={t('hubs.noneYet')} action={make}>
          {t('hubs.body')}
        </EmptyState>
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="min-w-0 flex-1 basis-72 text-sm text-ink-2">{t('hubs.body')}</p>
            {make}
          </div>
          <ul aria-label={t('hubs.title')} className="card divide-y divide-line">
            {data.items.map((hub, place) => (
              <HubRow
                key={hub.id}
                hub={hub}
                isFirst={place === 0}
                isLast={place === ids.length - 1}
                onAction={(action) => act(hub, action)}
              />
            ))}
          </ul>
        </>
      )}
      {open?.what === 'edit' && (
        <HubDialog key={open.id} hub={chosen} onClose={() => setOpen(null)} />
      )}
      {open?.what === 'people' && chosen && (
        <MembersDialog hub={chosen} onClose={() => setOpen(null)} />
      )}
    </div>
  );
}

/** Who belongs, in one line. */
function whoOf(hub: ManagedHub, { t, list }: Messages): string {
  const parts = hub.isForEveryone ? [t('menus.everyone')] : [...hub.accountTypes, ...hub.majors];
  if (hub.added > 0) parts.push(t('hubs.addedCount', { count: hub.added }));
  return parts.length === 0 ? t('hubs.nobody') : list(parts);
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
  return (
    <li className="flex items-center gap-3 py-3 ps-4 pe-2 sm:ps-5 sm:pe-3">
      <div
        className={`flex min-w-0 flex-1 items-center gap-3 ${hub.isArchived ? 'opacity-60' : ''}`}
      >
        <HubMark hub={hub} />
        <div className="min-w-0">
          <p className="font-bold">
            <bdi>{hub.name}</bdi>
            {hub.isArchived && (
              <span className="ms-2 text-sm font-normal text-ink-2">{t('hubs.isArchived')}</span>
            )}
          </p>
          {hub.description !== '' && (
            <p dir="auto" className="page-start">
              {hub.description}
            </p>
          )}
          <p className="text-sm text-ink-2">{whoOf(hub, messages)}</p>
        </div>
      </div>
      <MenuButton
        label={t('hubs.more', { name: hub.name })}
        icon={MoreHorizontal}
        variant="quiet"
        onAction={onAction}
        items={[
          { id: 'edit', label: t('hubs.edit'), icon: Pencil },
          { id: 'people', label: t('hubs.people'), icon: UsersRound },
          { id: 'menu', label: t('hubs.menu'), icon: LayoutList },
          ...(isFirst ? [] : [{ id: 'up' as const, label: t('menus.up'), icon: ArrowUp }]),
          ...(isLast ? [] : [{ id: 'down' as const, label: t('menus.down'), icon: ArrowDown }]),
          hub.isArchived
            ? { id: 'return', label: t('hubs.return'), icon: ArchiveRestore }
            : { id: 'archive', label: t('hubs.archive'), icon: Archive },
        ]}
      />
    </li>
  );
}
