import { useQueryClient } from '@tanstack/react-query';
import { Megaphone, TriangleAlert } from 'lucide-react';
import type { ManagedAnnouncement } from '#contract/announcements/endpoints.ts';
import type { InputOf } from '#contract/call.ts';
import {
  createAnnouncement,
  deleteAnnouncement,
  dismissAnnouncement,
  listAnnouncements,
  listManagedAnnouncements,
  updateAnnouncement,
} from '#contract/announcements/calls.ts';
import { useAction } from '../../kit/use-action.ts';
import { call, callQuery } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';

/** The style of each type. */
export const looks = {
  info: { tone: 'brand', icon: Megaphone },
  warning: { tone: 'warn', icon: TriangleAlert },
} as const;

/** Interval for checking for new announcements, in milliseconds. */
const pollMs = 5 * 60_000;
export const shownQuery = () => ({
  ...callQuery(listAnnouncements, {}),
  refetchInterval: pollMs,
});

/** Dismisses an announcement for the user. The change shows immediately. */
export function useDismiss() {
  const client = useQueryClient();
  return useAction((id: string) => call(dismissAnnouncement, { id }), {
    optimistic(id) {
      const { queryKey } = shownQuery();
      // A running call may still return it.
      void client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(
        queryKey,
        (old) => old && { items: old.items.filter((one) => one.id !== id) },
      );
      return () => client.setQueryData(queryKey, before);
    },
  });
}

export const managedQuery = () => callQuery(listManagedAnnouncements, {});
/** Staff changes show immediately, including on staff's own pages. */
export const stale = [listManagedAnnouncements, listAnnouncements] as const;

type Settings = Omit<InputOf<typeof createAnnouncement>, 'clientId'>;
/** Creates an announcement (once per `clientId`), or changes one as it was loaded. */
export const saveAnnouncement = (
  before: ManagedAnnouncement | null,
  { clientId, ...settings }: Settings & { clientId: string },
) =>
  before === null
    ? call(createAnnouncement, { clientId, ...settings })
    : call(updateAnnouncement, {
        id: before.id,
        version: before.version,
        ...settings,
      });

export function useDelete() {
  const { t } = useMessages();
  return useAction((id: string) => call(deleteAnnouncement, { id }), {
    confirm: () => ({
      title: t('announcements.deleteTitle'),
      body: t('announcements.deleteBody'),
      confirmLabel: t('announcements.delete'),
      isDanger: true,
    }),
    success: t('announcements.deleted'),
    invalidates: stale,
  });
}
