import { newClientId } from '#contract/client-id.ts';
import type { PointSettings } from '#contract/club-points/endpoints.ts';
import { getClubOverview, listClubLog } from '#contract/club-office/calls.ts';
import {
  getPointSettings,
  givePoints as givePointsCall,
  listPoints,
  updatePointSettings,
} from '#contract/club-points/calls.ts';
import { listClubMembers, listClubs } from '#contract/clubs/calls.ts';
import { call, callQuery } from '../../lib/call.ts';

/** Calls to repeat after points change. */
export const stalePoints = [
  listPoints,
  listClubMembers,
  getClubOverview,
  listClubLog,
  listClubs,
] as const;
export const stalePointSettings = [getPointSettings, listPoints, listClubLog] as const;

export const pointSettings = (club: string) => callQuery(getPointSettings, { id: club });

/** The user's points in a club. */
export const myPoints = (club: string) => callQuery(listPoints, { id: club, size: 1 });

/** The user's transactions, or a member's with `uid`, page by page. */
export const linePages = (club: string, uid: string | null) => ({
  queryKey: [listPoints, 'pages', { club, uid }] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(
      listPoints,
      { id: club, ...(uid !== null && { uid }), ...(pageParam !== null && { cursor: pageParam }) },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});

/** Maximum number of people in one call (contract/src/club-points/limits.ts). */
const peoplePerCall = 200;

/** Splits people into batches for one call each. Each batch has an ID, so a retry doesn't give points twice. */
export const portionsOf = (uids: readonly string[]) =>
  Array.from({ length: Math.ceil(uids.length / peoplePerCall) }, (_, nth) => ({
    clientId: newClientId(),
    uids: uids.slice(nth * peoplePerCall, (nth + 1) * peoplePerCall),
  }));

/** Gives points to any number of people. Returns how many got them. */
export const givePoints = async (
  club: string,
  portions: ReturnType<typeof portionsOf>,
  gift: { points: number; reason: string },
): Promise<{ given: number }> => {
  let given = 0;
  for (const portion of portions) {
    given += (await call(givePointsCall, { id: club, ...portion, ...gift })).given;
  }
  return { given };
};

export const saveSettings = (club: string, { version, points }: PointSettings) =>
  call(updatePointSettings, { id: club, version, points });
