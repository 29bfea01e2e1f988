import { useLocation, useNavigate } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import type { Hub } from '#contract/hubs/endpoints.ts';
import { call, callQuery, queryClient } from '../lib/call.ts';
import { useMessages } from '../lib/messages.ts';
import { paths } from '../paths.ts';
import { Dialog } from '../ui/dialog.tsx';
import { HubMark } from './hub-mark.tsx';
import { menuQuery } from './menu.data.ts';
import { closeMenus } from './menus.ts';
import { useQuery } from '@tanstack/react-query';
import { chooseHub, listHubs } from '#contract/hubs/calls.ts';
import { QueryBoundary } from '../kit/query-boundary.tsx';
import { useAction } from '../kit/use-action.ts';

const hubsQuery = () => callQuery(listHubs, {});

/** Matches the clubs page of a hub or of the school. */
const clubsAddress = /^\/(?:clubs|[^/]+\/[^/]+\/clubs)$/;

/** The user's hubs, the current one, and the whole school (HUB-01). */
export function SwitchHub() {
  const { t } = useMessages();
  const hubs = useQuery(hubsQuery());
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const move = useAction(
    async (hub: Hub | null) => {
      const { chosen } = await call(chooseHub, { hub: hub?.id ?? null });
      queryClient.setQueryData(hubsQuery().queryKey, (old) => old && { ...old, chosen });
      await queryClient.refetchQueries({ queryKey: menuQuery().queryKey });
      closeMenus();
      // The URL still contains the previous hub.
      if (clubsAddress.test(pathname))
        await navigate({
          to: paths.clubsOfHub,
          params: { hubId: hub?.id ?? '_', hubMenuId: '_' },
          replace: true,
        });
    },
    {
      // The page shows content of the hub.
      invalidates: 'all',
      success: (_, hub) => (hub ? t('hubs.moved', { name: hub.name }) : t('hubs.left')),
    },
  );
  const row = (hub: Hub | null) => {
    const isHere = hubs.data?.chosen === (hub?.id ?? null);
    const isMoving = move.isPending && move.pendingInput?.id === hub?.id;
    return (
      <li key={hub?.id ?? '_'}>
        <button
          type="button"
          aria-current={isHere ? 'true' : undefined}
          aria-busy={isMoving}
          onClick={() => {
            if (isHere) closeMenus();
            else if (!move.isPending) move.run(hub);
          }}
          className="relative flex min-h-14 w-full items-center gap-3 overflow-hidden rounded-card px-3 py-2 text-start transition-colors duration-150 hover:bg-fill aria-[current=true]:bg-brand-soft"
        >
          <HubMark hub={hub} />
          <span className="grid min-w-0 flex-1" dir="auto">
            <span className={isHere ? 'font-bold text-brand-text' : 'font-medium'}>
              {hub?.name ?? t('hubs.none')}
            </span>
            <span className="text-sm text-ink-2">{hub ? hub.description : t('hubs.noneBody')}</span>
          </span>
          {isHere && <Check size={20} aria-hidden className="shrink-0 text-brand-text" />}
          {isMoving && <span className="pending-bar mx-3" aria-hidden />}
        </button>
      </li>
    );
  };
  return (
    <Dialog title={t('menu.switch')} isOpen onClose={closeMenus}>
      <QueryBoundary isSmall query={hubs} skeleton={['h-14', 'h-14', 'h-14']}>
        {({ items }) => <ul className="-mx-2 grid gap-1">{[...items, null].map(row)}</ul>}
      </QueryBoundary>
    </Dialog>
  );
}
