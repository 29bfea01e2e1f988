import type { Club, ClubLayout } from '#contract/clubs/endpoints.ts';
import type { ClubApplicant } from '#contract/clubs/members.endpoints.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { useAction } from '../../kit/use-action.ts';
import { call, callQuery, steadyCallQuery } from '../../lib/call.ts';
import { useMessages } from '../../lib/messages.ts';
import { nearest } from './nearest.ts';
import { countedFiltersOf, filtersOf, orderOf, type ClubsSearch } from './clubs-search.ts';
import { asked, listCall } from './club-list.data.ts';

const layoutCall = 'GET /api/v1/clubs/{id}/layout';
const membersCall = 'GET /api/v1/clubs/{id}/members';
const requestsCall = 'GET /api/v1/clubs/{id}/requests';
const pastCall = 'GET /api/v1/clubs/{id}/past-members';
const settingsCall = 'GET /api/v1/clubs/{id}/settings';
const questionsCall = 'GET /api/v1/clubs/{id}/questions';
const linksCall = 'GET /api/v1/clubs/{id}/links';
const labelsCall = 'GET /api/v1/club-labels';
const positionsCall = 'GET /api/v1/school/club-positions';

/** Calls to repeat after another person's membership changes. The caller's own membership affects all calls. */
export const staleMembership = [
  listCall,
  layoutCall,
  membersCall,
  requestsCall,
  pastCall,
  'GET /api/v1/club-suggestions',
  'GET /api/v1/clubs/{id}/about',
  // Officers can change their own position.
  'GET /api/v1/clubs/{id}/posting',
  'GET /api/v1/event-proposals',
  'GET /api/v1/clubs/{id}/overview',
  'GET /api/v1/clubs/{id}/log',
] as const;
/** What changes with a club. */
export const staleClub = [...staleMembership, settingsCall, labelsCall] as const;

/** Clubs of one page of the list. */
export const clubsSize = 30;

const pagesOf = (input: InputOf<typeof listCall>) => ({
  queryKey: [listCall, 'pages', input] as const,
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
    call(listCall, { ...input, pageOffset: pageParam }, signal),
  initialPageParam: 0,
  getNextPageParam: nextOffset,
});

/** Where the next page of a length-aware list begins; undefined behind its end. */
function nextOffset(
  last: { items: readonly unknown[]; total: number },
  all: readonly { items: readonly unknown[] }[],
): number | undefined {
  const shown = all.reduce((sum, { items }) => sum + items.length, 0);
  return last.items.length === 0 || shown >= last.total ? undefined : shown;
}

/** The list of clubs at an address, page by page. */
export const clubPages = (search: ClubsSearch, hub: string | null) =>
  pagesOf({
    ...asked,
    filters: JSON.stringify(filtersOf(search, hub)),
    ordering: orderOf(search),
    pageSize: clubsSize,
  });

/** All clubs for staff, page by page; or those that are deleted. */
export const staffClubPages = (search: string, isDeleted: boolean) => {
  const input = {
    optionalProperties: JSON.stringify(['Logo', 'CountMembers', 'StatusLookup', 'Type']),
    filters: JSON.stringify({ Search: search, Deleted: isDeleted }),
    pageSize: clubsSize,
  };
  return pagesOf(input);
};

/** The clubs that the caller is a member of, has asked or is invited to. */
export const myClubs = (hub: string | null) =>
  callQuery(listCall, {
    ...asked,
    filters: JSON.stringify({
      MembershipStatus: ['member', 'requested', 'invited'],
      ...(hub !== null && { School: hub }),
    }),
    pageSize: 100,
  });

/** The clubs that the caller has left, page by page. */
export const pastClubs = (hub: string | null) =>
  pagesOf({
    optionalProperties: JSON.stringify(['Logo', 'Membership', 'Memberships', 'PastMemberships']),
    filters: JSON.stringify({ Past: true, ...(hub !== null && { School: hub }) }),
    pageSize: 10,
  });

/** How much is new in each of one's clubs. A visit changes it, so it is asked anew whenever the page is shown. */
export const unreadClubs = () => ({ ...callQuery('GET /api/v1/feed/unread', {}), staleTime: 0 });

/** Clubs whose names may have been meant where a search finds none: those with a word that begins alike. */
export const likelyClubs = (text: string, hub: string | null) => {
  const longest = text.split(/\s+/).toSorted((a, b) => b.length - a.length)[0] ?? '';
  return {
    ...callQuery(listCall, {
      ...asked,
      filters: JSON.stringify({
        Search: [...longest].slice(0, 2).join(''),
        ...(hub !== null && { School: hub }),
      }),
      pageSize: 100,
    }),
    select: ({ items }: { items: readonly Club[] }) => nearest(items, text, ({ name }) => name),
  };
};

/** Clubs that stand first on the page. */
export const featuredClubs = (hub: string | null) =>
  callQuery(listCall, {
    ...asked,
    filters: JSON.stringify({ HomePage: true, ...(hub !== null && { School: hub }) }),
    pageSize: 6,
  });

/** Clubs that one may like, each with why. */
export const suggestedClubs = (hub: string | null) =>
  callQuery('GET /api/v1/club-suggestions', { ...(hub !== null && { hub }), size: 3 });

/** Filters with their options, each counted under the others. */
export const clubFilters = (search: ClubsSearch, hub: string | null) =>
  steadyCallQuery('GET /mobile_ws/v18/listing_filters', {
    ...countedFiltersOf(search, hub),
    type: 'clubs',
  });

/** A club as anybody sees it. */
export const publicClub = (id: string) => callQuery('GET /api/v1/public/club', { id });
export const clubLayout = (id: string) => callQuery(layoutCall, { id });
export const clubAbout = (id: string) => callQuery('GET /api/v1/clubs/{id}/about', { id });
export const clubSettings = (id: string) => callQuery(settingsCall, { id });
/** Positions that officers can have, and what changes with one. */
export const clubPositions = () => callQuery(positionsCall, {});
export const stalePositions = [positionsCall, settingsCall, membersCall] as const;
export const clubLabels = () => callQuery(labelsCall, {});

const membersSize = 50;
/** Members of a club, page by page. */
export const memberPages = (id: string, search: string, tag = '') => ({
  queryKey: [membersCall, 'pages', { id, search, tag }] as const,
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
    call(
      membersCall,
      {
        id,
        pageOffset: pageParam,
        pageSize: membersSize,
        ...(search !== '' && { search }),
        ...(tag !== '' && { tag }),
      },
      signal,
    ),
  initialPageParam: 0,
  getNextPageParam: nextOffset,
});

/** What a club asks whoever requests to join. */
export const clubQuestions = (id: string) => callQuery(questionsCall, { id });
/** Links that invite into a club, and what changes with one. */
export const clubLinks = (id: string) => callQuery(linksCall, { id });
export const staleLinks = [linksCall] as const;

/** Who has asked, is invited or is banned, longest first, page by page. */
export const applicantPages = (id: string, status: ClubApplicant['status']) => ({
  queryKey: [requestsCall, 'pages', { id, status }] as const,
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
    call(requestsCall, { id, pageOffset: pageParam, pageSize: membersSize, status }, signal),
  initialPageParam: 0,
  getNextPageParam: nextOffset,
});

/** Who was in the club or held a position, the latest first, page by page. */
export const pastMemberPages = (id: string) => ({
  queryKey: [pastCall, 'pages', { id }] as const,
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
    call(pastCall, { id, pageOffset: pageParam, pageSize: 20 }, signal),
  initialPageParam: 0,
  getNextPageParam: nextOffset,
});

/** Accepts all who ask, also those whom no page shows yet; answers how many. */
export const acceptAll = async (id: string): Promise<{ accepted: number }> => {
  let accepted = 0;
  for (;;) {
    const { items } = await call(requestsCall, { id, pageSize: 100, status: 'requested' });
    if (items.length === 0) return { accepted };
    const reply = await call('POST /api/v1/clubs/{id}/requests', {
      id,
      accept: items.map(({ uid }) => uid),
    });
    // Whoever cannot be accepted, such as a disabled account, would come again and again.
    if (reply.accepted.length === 0) return { accepted };
    accepted += reply.accepted.length;
  }
};

export type MembersChange = Omit<
  InputOf<'PATCH /api/v1/clubs/{id}/members'>,
  'id' | 'uids' | 'seen'
>;

/** People that the server changes in one call (contract/src/clubs/limits.ts). */
const peopleAtOnce = 200;

/**
 * Changes members, however many, in portions that the server takes; answers how many it applied to. `positions`: those that people had
 * when it was decided, so that nothing is overwritten that another officer has done since.
 */
export const changeMembers = async (
  id: string,
  uids: readonly string[],
  change: MembersChange,
  onPortion: (sent: number) => void,
  positions?: ReadonlyMap<string, string | null>,
): Promise<{ changed: number }> => {
  let changed = 0;
  for (let at = 0; at < uids.length; at += peopleAtOnce) {
    const portion = uids.slice(at, at + peopleAtOnce);
    const seen = Object.fromEntries(
      portion.flatMap((uid) => {
        const position = positions?.get(uid);
        return position === undefined ? [] : [[uid, position]];
      }),
    );
    const reply = await call('PATCH /api/v1/clubs/{id}/members', {
      id,
      uids: portion,
      ...change,
      ...(positions !== undefined && { seen }),
    });
    changed += reply.changed;
    onPortion(at + portion.length);
  }
  return { changed };
};

/** A club as its button needs it. */
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

/** Joins a club or leaves it; the reply says what one is to it then. */
export function useMembership(club: JoinableClub) {
  const { t } = useMessages();
  const { id, name } = club;
  return useAction(
    (act: 'join' | 'leave'): Promise<{ status: 'member' | 'requested' | 'none' }> =>
      act === 'join'
        ? call('PUT /api/v1/clubs/{id}/membership', { id })
        : call('DELETE /api/v1/clubs/{id}/membership', { id }),
    {
      confirm: (act) =>
        act === 'join' || club.mine === 'invited'
          ? null
          : club.mine === 'requested'
            ? {
                title: t('clubs.withdrawTitle'),
                body: t('clubs.withdrawBody', { name }),
                yes: t('clubs.withdraw'),
                no: t('clubs.cancel'),
              }
            : {
                title: t('clubs.leaveTitle', { name }),
                body:
                  club.position === null
                    ? t('clubs.leaveBody')
                    : t('clubs.leaveOffice', { position: club.position }),
                yes: t('clubs.leave'),
                no: t('clubs.cancel'),
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
