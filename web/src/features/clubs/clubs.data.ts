import type { Club } from '#contract/clubs/endpoints.ts';
import type { ClubApplicant } from '#contract/clubs/members.endpoints.ts';
import type { InputOf } from '#contract/call.ts';
import { getClubOverview, listClubLog } from '#contract/club-office/calls.ts';
import {
  decideClubRequests,
  getClubAbout,
  getClubLayout,
  getClubSettings,
  getPublicClub,
  listClubLabels,
  listClubLinks,
  listClubMembers,
  listClubPastMembers,
  listClubRequests,
  listClubSuggestions,
  listClubs,
  updateClubMembers,
} from '#contract/clubs/calls.ts';
import { listEventProposals } from '#contract/events/calls.ts';
import { listingFilters } from '#contract/people/calls.ts';
import { listFeed, listUnreadClubs, readClubPosting } from '#contract/posts/calls.ts';
import { listClubPositions } from '#contract/roles/calls.ts';
import { call, callQuery, steadyCallQuery } from '../../lib/call.ts';
import { nextOffset } from '../../lib/next-offset.ts';
import { nearest } from './listing/nearest.ts';
import { countedFiltersOf, filtersOf, orderOf, type ClubsSearch } from './listing/clubs-search.ts';
import { asked } from './listing/club-list.data.ts';

/** Calls to repeat after another person's membership changes. The caller's own membership affects all calls. */
export const staleMembership = [
  listClubs,
  getClubLayout,
  listClubMembers,
  listClubRequests,
  listClubPastMembers,
  listClubSuggestions,
  getClubAbout,
  // Officers can change their own position.
  readClubPosting,
  listEventProposals,
  getClubOverview,
  listClubLog,
] as const;
/** Calls to repeat after a club changes. */
export const staleClub = [...staleMembership, getClubSettings, listClubLabels] as const;

/** Page size of the club list. */
export const clubsSize = 30;

const pagesOf = (input: InputOf<typeof listClubs>) => ({
  queryKey: [listClubs, 'pages', input] as const,
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
    call(listClubs, { ...input, pageOffset: pageParam }, signal),
  initialPageParam: 0,
  getNextPageParam: nextOffset,
});

/** The clubs that match a URL, page by page. */
export const clubPages = (search: ClubsSearch, hub: string | null) =>
  pagesOf({
    ...asked,
    filters: JSON.stringify(filtersOf(search, hub)),
    ordering: orderOf(search),
    pageSize: clubsSize,
  });

/** All clubs for staff, or all deleted ones, page by page. */
export const staffClubPages = (search: string, isDeleted: boolean) => {
  const input = {
    optionalProperties: JSON.stringify(['Logo', 'CountMembers', 'StatusLookup', 'Type']),
    filters: JSON.stringify({ Search: search, Deleted: isDeleted }),
    pageSize: clubsSize,
  };
  return pagesOf(input);
};

/** The clubs that the caller is a member of, requested to join, or is invited to. */
export const myClubs = (hub: string | null) =>
  callQuery(listClubs, {
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

/** The number of unread items in each of the caller's clubs. A visit changes it, so it is always refetched. */
export const unreadClubs = () => ({ ...callQuery(listUnreadClubs, {}), staleTime: 0 });

/** Clubs with similar names, for a search without results: clubs that have a word with the same beginning. */
export const likelyClubs = (text: string, hub: string | null) => {
  const longest = text.split(/\s+/).toSorted((a, b) => b.length - a.length)[0] ?? '';
  return {
    ...callQuery(listClubs, {
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

/** Featured clubs. */
export const featuredClubs = (hub: string | null) =>
  callQuery(listClubs, {
    ...asked,
    filters: JSON.stringify({ HomePage: true, ...(hub !== null && { School: hub }) }),
    pageSize: 6,
  });

/** Suggested clubs with the reasons. */
export const suggestedClubs = (hub: string | null) =>
  callQuery(listClubSuggestions, { ...(hub !== null && { hub }), size: 3 });

/** Filters with their options. Each count takes the other filters into account. */
export const clubFilters = (search: ClubsSearch, hub: string | null) =>
  steadyCallQuery(listingFilters, {
    ...countedFiltersOf(search, hub),
    type: 'clubs',
  });

/** The public view of a club. */
export const publicClub = (id: string) => callQuery(getPublicClub, { id });
export const clubLayout = (id: string) => callQuery(getClubLayout, { id });
export const clubAbout = (id: string) => callQuery(getClubAbout, { id });
/** The club's newest posts, for their pictures. */
export const clubPosts = (id: string) => callQuery(listFeed, { scope: 'club', club: id, size: 20 });
export const clubSettings = (id: string) => callQuery(getClubSettings, { id });
/** All officer positions, and the calls to repeat after one changes. */
export const clubPositions = () => callQuery(listClubPositions, {});
export const stalePositions = [listClubPositions, getClubSettings, listClubMembers] as const;
export const clubLabels = () => callQuery(listClubLabels, {});

const membersSize = 50;
/** A club's members, page by page. */
export const memberPages = (id: string, search: string, tag = '') => ({
  queryKey: [listClubMembers, 'pages', { id, search, tag }] as const,
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
    call(
      listClubMembers,
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

/** A club's invitation links, and the calls to repeat after one changes. */
export const clubLinks = (id: string) => callQuery(listClubLinks, { id });
export const staleLinks = [listClubLinks] as const;

/** The people with a request, an invitation or a ban, oldest first, page by page. */
export const applicantPages = (id: string, status: ClubApplicant['status']) => ({
  queryKey: [listClubRequests, 'pages', { id, status }] as const,
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
    call(listClubRequests, { id, pageOffset: pageParam, pageSize: membersSize, status }, signal),
  initialPageParam: 0,
  getNextPageParam: nextOffset,
});

/** Past members and officers, most recent first, page by page. */
export const pastMemberPages = (id: string) => ({
  queryKey: [listClubPastMembers, 'pages', { id }] as const,
  queryFn: ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) =>
    call(listClubPastMembers, { id, pageOffset: pageParam, pageSize: 20 }, signal),
  initialPageParam: 0,
  getNextPageParam: nextOffset,
});

/** Accepts all requests, including those that aren't loaded. Returns the number of accepted people. */
export const acceptAll = async (id: string): Promise<{ accepted: number }> => {
  let accepted = 0;
  for (;;) {
    const { items } = await call(listClubRequests, { id, pageSize: 100, status: 'requested' });
    if (items.length === 0) return { accepted };
    const reply = await call(decideClubRequests, {
      id,
      accept: items.map(({ uid }) => uid),
    });
    // People who can't be accepted, such as those with a deactivated account, would be returned again and again.
    if (reply.accepted.length === 0) return { accepted };
    accepted += reply.accepted.length;
  }
};

export type MembersChange = Omit<InputOf<typeof updateClubMembers>, 'id' | 'uids' | 'seen'>;

/** Maximum number of people in one call (contract/src/clubs/limits.ts). */
const peoplePerCall = 200;

/**
 * Changes any number of members in batches. Returns how many were changed. `positions` contains the positions shown to the
 * user, so that another officer's later change isn't overwritten.
 */
export const changeMembers = async (
  id: string,
  uids: readonly string[],
  change: MembersChange,
  onPortion: (sent: number) => void,
  positions?: ReadonlyMap<string, string | null>,
): Promise<{ changed: number }> => {
  let changed = 0;
  for (let at = 0; at < uids.length; at += peoplePerCall) {
    const portion = uids.slice(at, at + peoplePerCall);
    const seen = Object.fromEntries(
      portion.flatMap((uid) => {
        const position = positions?.get(uid);
        return position === undefined ? [] : [[uid, position]];
      }),
    );
    const reply = await call(updateClubMembers, {
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
