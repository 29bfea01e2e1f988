import { getClubQuestions, joinClub, leaveClub } from '#contract/clubs/calls.ts';
import type { Club, ClubLayout } from '#contract/clubs/endpoints.ts';
import { useAction } from '../../../kit/use-action.ts';
import { call, callQuery } from '../../../lib/call.ts';
import { useMessages } from '../../../lib/messages.ts';

// The home page loads these without the rest of the clubs' data.

/** A club's questions for join requests. */
export const clubQuestions = (id: string) => callQuery(getClubQuestions, { id });

/** The data of a club that its button needs. */
export interface JoinableClub {
  id: string;
  name: string;
  membership: ClubLayout['membership'];
  mine: 'member' | 'requested' | 'invited' | null;
  position: string | null;
  can: ClubLayout['can'];
}

export const joinable = (club: Club): JoinableClub => ({
  id: club.id,
  name: club.name,
  membership: club.Membership ?? 'closed',
  mine: club.Memberships?.[0]?.status ?? null,
  position: null,
  can: club.can,
});

/** Joins or leaves a club. The reply contains the new membership. */
export function useMembership(club: JoinableClub) {
  const { t } = useMessages();
  const { id, name } = club;
  return useAction(
    (act: 'join' | 'leave'): Promise<{ status: 'member' | 'requested' | 'none' }> =>
      act === 'join' ? call(joinClub, { id }) : call(leaveClub, { id }),
    {
      confirm: (act) =>
        act === 'join' || club.mine === 'invited'
          ? null
          : club.mine === 'requested'
            ? {
                title: t('clubs.withdrawTitle'),
                body: t('clubs.withdrawBody', { name }),
                confirmLabel: t('clubs.withdraw'),
                cancelLabel: t('clubs.cancel'),
              }
            : {
                title: t('clubs.leaveTitle', { name }),
                body: `${
                  club.position === null
                    ? t('clubs.leaveBody')
                    : t('clubs.leaveOffice', { position: club.position })
                } ${t('clubs.leaveSpots')}`,
                confirmLabel: t('clubs.leave'),
                cancelLabel: t('clubs.cancel'),
                isDanger: true,
              },
      // Posts, forum, files, surveys, events, and menus depend on membership.
      invalidates: 'all',
      success: ({ status }) => {
        if (status === 'member') return t('clubs.joined', { name });
        if (status === 'requested') return t('clubs.asked', { name });
        if (club.mine === 'invited') return t('clubs.declined');
        return club.mine === 'requested' ? t('clubs.withdrawn') : t('clubs.left', { name });
      },
    },
  );
}
