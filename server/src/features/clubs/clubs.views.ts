import type { Club, ClubLayout, ClubSettings, Group } from '#contract/clubs/endpoints.ts';
import {
  clubTabs,
  clubWidgets,
  postReaders,
  postWriters,
  type ClubTab,
} from '#contract/clubs/limits.ts';
import { fileUrl, faceView } from '../people/people.views.ts';
import type { ClubAccess } from './club-access.ts';
import { canManageOfficers, canOf, isWritable } from './clubs.rules.ts';
import type { ClubPageRow, ClubSettingsRow } from './clubs.queries.ts';
import { day, instantText } from '../../kernel/time/local-time.ts';
import { instantIn, localIn, readZone } from '../../kernel/time/zones.ts';
import type { ClubEventRow } from './listing/club-events.queries.ts';
import type { ListedClubRow } from './listing/listing.queries.ts';
import type { KnownMembers } from './membership/club-people.queries.ts';
import type { ClubProperty, ClubRelationship } from './listing/listing.rules.ts';
import type { PersonSummaryRow } from '../people/summary/summary.queries.ts';

const knownView = (known: KnownMembers | undefined) => ({
  count: known?.count ?? 0,
  people: (known?.people ?? []).map((one: PersonSummaryRow) => faceView(one)),
});

const roleOf = ({ my_position }: { my_position: string | null }) =>
  my_position === null ? ('member' as const) : ('officer' as const);

/** Returns the caller's membership. Banned people have none. */
const mineOf = (row: Pick<ListedClubRow, 'my_status' | 'my_since' | 'my_position'>) =>
  row.my_status === null || row.my_status === 'banned' || row.my_since === null
    ? null
    : { status: row.my_status, role: roleOf(row), since: row.my_since.toISOString() };

type RequestedField = ClubProperty | ClubRelationship;

/** The values of optional properties by name. */
const asked: {
  readonly [P in RequestedField]: (row: ListedClubRow, access: ClubAccess) => Club[P];
} = {
  Address: ({ address }) => address,
  CountAdminComments: ({ notes }, { isStaff }) => (isStaff ? (notes ?? 0) : undefined),
  CountEmails: (row, access) =>
    (access.may(row.id, 'emails.send') ? row.emails : row.my_emails) ?? 0,
  CountEvents: ({ events }) => events ?? 0,
  CountMembers: ({ members }) => members ?? 0,
  CountOfficers: ({ officers }) => officers ?? 0,
  CountPoints: ({ points }) => points ?? 0,
  CountRSVPs: ({ registrations }) => registrations ?? 0,
  CountSurveys: ({ surveys }) => surveys ?? 0,
  Cover: ({ cover }) => fileUrl(cover),
  Known: ({ known }) => knownView(known),
  LastManaged: ({ managed_at }) => managed_at?.toISOString() ?? null,
  Logo: ({ logo }) => fileUrl(logo),
  Meetings: ({ meetings }) => [...meetings],
  Membership: ({ membership }) => membership,
  Memberships: (row) => {
    const mine = mineOf(row);
    return mine === null ? [] : [mine];
  },
  ParentClub: ({ parent }) => parent ?? null,
  PastMemberships: ({ past }) =>
    (past ?? []).map(({ position, since, until }) => ({
      position,
      since: new Date(since).toISOString(),
      until: new Date(until).toISOString(),
    })),
  StatusLookup: ({ status }) => status,
  StudentMembershipActive: ({ my_status }) => my_status === 'member',
  TotalFileSize: ({ file_bytes }) => file_bytes ?? 0,
  Type: ({ type }) => type ?? null,
  Categories: ({ categories }) => [...(categories ?? [])],
  Tags: ({ tags }) => [...(tags ?? [])],
};

/** Converts a club for a list, with only the requested properties. */
export const clubView = (
  row: ListedClubRow,
  access: ClubAccess,
  names: ReadonlySet<RequestedField>,
): Club => ({
  id: String(row.id),
  name: row.name,
  acronym: row.acronym,
  description: row.description,
  url: row.url,
  can: canOf(row, access),
  ...Object.fromEntries([...names].map((name) => [name, asked[name](row, access)])),
});

/** Converts a club to the older format. */
export const groupView = ({ id, name, Logo, ...rest }: Club): Group => ({
  groupId: id,
  groupName: name,
  logoUrl: Logo ?? null,
  ...rest,
});

/** Tabs that show the club's posts. */
const postTabs: ReadonlySet<ClubTab> = new Set(['feed', 'forum', 'news']);

/** Returns the counts next to tab names. */
const countsOf = (row: ClubPageRow): Partial<Record<ClubTab, number>> => ({
  members: row.members,
  surveys: row.surveys,
  files: row.files,
});

/** Removes unknown tabs from the stored ones. */
const tabsOf = (stored: readonly string[]): readonly ClubTab[] =>
  stored.flatMap((name) => clubTabs.filter((one) => one === name));

/** Removes unknown widgets from the stored ones. */
const widgetsOf = (stored: readonly string[]) =>
  stored.flatMap((name) => clubWidgets.filter((one) => one === name));

/** Returns a value that a database constraint limits to these. */
const oneOf = <T extends string>(all: readonly [T, ...T[]], stored: string): T =>
  all.find((one) => one === stored) ?? all[0];

/** Converts the top of a club's page. */
export const clubLayoutView = (
  row: ClubPageRow,
  access: ClubAccess,
  origin: string,
): ClubLayout => {
  const can = canOf(row, access);
  const mine = mineOf(row);
  return {
    id: String(row.id),
    name: row.name,
    acronym: row.acronym,
    description: row.description,
    url: row.url,
    can,
    logo: fileUrl(row.logo),
    cover: fileUrl(row.cover),
    status: row.status,
    isDeleted: row.deleted_at !== null,
    isPublished: row.is_published,
    membership: row.membership,
    mine: mine && { ...mine, position: row.my_position },
    type: row.type,
    categories: [...row.categories],
    known: knownView(row.known),
    members: row.members,
    tabs: tabsOf(row.tabs)
      .filter((name) => !postTabs.has(name) || row.reads_posts === true || access.isStaff)
      // People who create surveys see the tab before there is a survey.
      .filter(
        (name) => name !== 'surveys' || row.surveys > 0 || access.may(row.id, 'surveys.manage'),
      )
      .filter((name) => name !== 'files' || row.has_files || access.may(row.id, 'files.manage'))
      .filter((name) => name !== 'store' || row.has_store || access.may(row.id, 'store.manage'))
      .map((name) => ({ name, count: countsOf(row)[name] ?? null })),
    widgets: widgetsOf(row.widgets)
      .filter((name) => name !== 'surveys' || row.surveys > 0)
      .filter((name) => name !== 'files' || row.has_files)
      .filter((name) => name !== 'next_event' || row.has_events),
    shareUrl: row.is_shown ? `${origin}/clubs/${row.id}?share=1` : null,
    waiting: can.manageMembers ? row.waiting : null,
  };
};

/** Converts a club's settings. */
export const clubSettingsView = (
  row: ClubSettingsRow,
  access: ClubAccess,
  positions: readonly { id: number; name: string }[],
): ClubSettings => ({
  id: String(row.id),
  version: row.version,
  name: row.name,
  acronym: row.acronym,
  description: row.description,
  about: row.about,
  url: row.url,
  address: row.address,
  email: row.email,
  cost: row.cost,
  founded: row.founded,
  links: row.links,
  meetings: [...row.meetings],
  membership: row.membership,
  membersSeenBy: row.members_seen_by,
  isPublic: row.is_public,
  canBePublic: row.can_be_public,
  postsFor: oneOf(postReaders, row.posts_for),
  postsBy: oneOf(postWriters, row.posts_by),
  takesProposals: row.takes_proposals,
  tabs: [...tabsOf(row.tabs)],
  widgets: widgetsOf(row.widgets),
  categories: row.categories.map(({ id }) => id),
  tags: row.tags.map(({ id }) => id),
  type: row.type_id === null ? null : String(row.type_id),
  // Includes a deleted parent, so that saving other fields doesn't move the club.
  parent: row.parent_id === null ? null : String(row.parent_id),
  parentName: row.parent_name,
  hub: row.hub_id === null ? null : String(row.hub_id),
  status: row.status,
  isPublished: row.is_published,
  isHidden: row.is_hidden,
  isFeatured: row.is_featured,
  areOfficersLocked: row.are_officers_locked,
  logo: fileUrl(row.logo),
  cover: fileUrl(row.cover),
  can: {
    ...canOf(row, access),
    manageOfficers: canManageOfficers(row, access),
    administer: access.isStaff,
    managePoints: isWritable(row) && access.may(row.id, 'points.manage'),
  },
  positions: positions.map(({ id, name }) => ({ id: String(id), name })),
});

/** Converts an upcoming event of a club. The end of an all-day event is the start of its last day, as everywhere. */
export const clubEventView = (row: ClubEventRow) => {
  const zone = readZone(row.zone);
  const end = row.is_all_day
    ? instantIn(zone, localIn(zone, row.ends_at.getTime()) - day)
    : row.ends_at.getTime();
  return {
    eventId: String(row.id),
    title: row.title,
    location: row.location,
    eventStartDate: instantText(row.starts_at.getTime()),
    eventEndDate: instantText(end),
    timeZone: row.zone,
    isAllDay: row.is_all_day,
    cover: fileUrl(row.cover),
  };
};
