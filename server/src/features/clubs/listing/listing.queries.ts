import { sql, type RawBuilder } from 'kysely';
import type { ClubKind } from '#contract/clubs/limits.ts';
import type { ClubMeeting } from '#contract/clubs/meetings.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { grantsColumn, type Grant } from '../../../kernel/access.ts';
import { many } from '../../../kernel/sql.ts';
import type { ClubViewer } from '../club-viewer.ts';
import type { ClubState } from '../clubs.rules.ts';
import {
  countOfMembers,
  isNotHidden,
  joinOwnMembership,
  knownMembers,
  labelsOf,
  parentOf,
  seenFiles,
  fromVisibleMembers,
  visibleOfficersSql,
  seenSurveys,
  viewedStateColumns,
  sumOfPoints,
  typeOf,
  type KnownMembers,
  withHidden,
  type LabelValue,
} from '../membership/club-people.queries.ts';
import { joinEvents } from './club-events.queries.ts';
import type {
  ClubFilters,
  ClubOrderTerm,
  ClubProperty,
  ClubRelationship,
  LabelCondition,
} from './listing.rules.ts';

/** A club in a list, with the requested columns. */
export interface ListedClubRow extends ClubState {
  readonly name: string;
  readonly acronym: string;
  readonly description: string;
  readonly url: string | null;
  readonly address: string;
  readonly meetings: readonly ClubMeeting[];
  readonly logo: string | null;
  readonly cover: string | null;
  readonly managed_at: Date | null;
  readonly members?: number;
  readonly officers?: number;
  readonly notes?: number;
  readonly surveys?: number;
  readonly events?: number;
  readonly registrations?: number;
  /** Emails that the club has sent, and those that the caller received. */
  readonly emails?: number;
  readonly my_emails?: number;
  readonly points?: number;
  readonly file_bytes?: number;
  readonly known?: KnownMembers;
  /** Times inside of JSON are text. */
  readonly past?: readonly { position: string | null; since: string; until: string }[];
  readonly parent?: LabelValue | null;
  readonly type?: (LabelValue & { readonly kind: ClubKind }) | null;
  readonly categories?: readonly LabelValue[];
  readonly tags?: readonly LabelValue[];
}

const hasLabel = (ids: readonly number[]) =>
  sql`exists (select from club_label_links x where x.school_id = c.school_id and x.club_id = c.id
    and x.label_id = any(${ids as number[]}::bigint[]))`;

const labelConditions = ({ any, all, none }: LabelCondition): RawBuilder<unknown>[] => [
  ...(any.length > 0 ? [hasLabel(any)] : []),
  ...all.map((one) => hasLabel([one])),
  ...(none.length > 0 ? [sql`not ${hasLabel(none)}`] : []),
];

/** A club has one type. */
const typeConditions = ({ any, all, none }: LabelCondition): RawBuilder<unknown>[] => [
  ...(any.length > 0 ? [sql`c.type_id = any(${any as number[]}::bigint[])`] : []),
  ...all.map((one) => sql`c.type_id = ${one}`),
  ...(none.length > 0
    ? [sql`(c.type_id is null or c.type_id <> all(${none as number[]}::bigint[]))`]
    : []),
];

/** The table `typed`: each search word with the labels that have a word starting with it. Empty without a search. */
const typedWords = ({ search = '' }: ClubFilters) => sql`typed as materialized (
    select w.word, coalesce(array_agg(n.id) filter (where n.id is not null), '{}') as labels
    from unnest(search_words(${search})) as w (word)
    left join (select l.id, part.word from club_labels l cross join unnest(search_words(l.name)) as part (word)) as n
      on starts_with(n.word, w.word)
    group by w.word
  )`;

/** Each search word matches the start of a word in the club’s name, acronym, description or labels. */
const isSearched = sql`not exists (
    select from typed w
    where not exists (select from unnest(c.words) as n (word) where starts_with(n.word, w.word))
      and coalesce(c.type_id <> all(w.labels), true)
      and not exists (select from club_label_links x where x.school_id = c.school_id and x.club_id = c.id and x.label_id = any(w.labels)))`;

/** Returns whether a person is a visible member of `c`. */
const hasMember = ({ visibility, isStaff }: ClubViewer, person: number | 'me') =>
  person === 'me'
    ? sql`mine.status = 'member'`
    : sql`exists (select from ${fromVisibleMembers(visibility, isStaff)} and m.user_id = ${person})`;

/** Returns whether the caller was a member of `c` and has no current status. Banned people can see their past membership. */
const wasMember = (me: number) =>
  sql`((mine.status is null or mine.status = 'banned')
    and c.id = any(array(select p.club_id from club_past_members p where p.user_id = ${me})))`;

/** Returns the conditions of a list on the club `c` with the caller's membership `mine`. */
const conditionsOf = (viewer: ClubViewer, filters: ClubFilters): RawBuilder<unknown>[] => {
  const { visibility, isStaff } = viewer;
  const is = (column: RawBuilder<unknown>, wanted: boolean | undefined) =>
    wanted === undefined ? [] : [wanted ? column : sql`not ${column}`];
  const among = (column: RawBuilder<unknown>, values: readonly string[] | undefined) =>
    values === undefined ? [] : [sql`${column} = any(${values as string[]}::text[])`];
  return [
    filters.deleted === true ? sql`c.deleted_at is not null` : sql`c.deleted_at is null`,
    ...(filters.ids ? [sql`c.id = any(${filters.ids as number[]}::bigint[])`] : []),
    ...(filters.hubs ? [sql`c.hub_id = any(${filters.hubs as number[]}::bigint[])`] : []),
    ...is(sql`c.is_published`, filters.published),
    ...is(sql`c.is_hidden`, filters.hidden),
    ...is(sql`c.are_officers_locked`, filters.locked),
    ...is(sql`c.is_featured`, filters.featured),
    ...is(sql`(c.membership = 'closed')`, filters.closed),
    ...among(sql`c.status`, filters.statuses),
    ...among(sql`c.membership`, filters.memberships),
    ...among(sql`mine.status`, filters.mine),
    ...is(wasMember(visibility.viewer), filters.past),
    ...(filters.kinds
      ? [
          sql`exists (select from club_labels l where l.school_id = c.school_id and l.id = c.type_id and l.kind = any(${filters.kinds as string[]}::text[]))`,
        ]
      : []),
    ...(filters.types ? typeConditions(filters.types) : []),
    ...(filters.categories ? labelConditions(filters.categories) : []),
    ...(filters.tags ? labelConditions(filters.tags) : []),
    ...(filters.search ? [isSearched] : []),
    ...(filters.member === undefined ? [] : [hasMember(viewer, filters.member)]),
    ...(filters.known === undefined
      ? []
      : is(
          sql`exists (select from ${fromVisibleMembers(visibility, isStaff)} and ${viewer.connect}
            and u.id in (select other_id from connected where user_id = ${visibility.viewer}))`,
          filters.known,
        )),
  ];
};

/** Selects clubs of a list as `c`, with the caller's membership as `mine`. Calls `server/database/functions/clubs_seen_by.sql`. */
const from = (viewer: ClubViewer, filters: ClubFilters) => {
  const me = viewer.visibility.viewer;
  return sql`clubs_seen_by(${me}::bigint, ${sql.lit(viewer.isStaff)}) c
    left join club_members mine on mine.school_id = c.school_id and mine.club_id = c.id and mine.user_id = ${me}
    where ${sql.join(conditionsOf(viewer, filters), sql` and `)}`;
};

const orderBy = (order: readonly ClubOrderTerm[]): RawBuilder<unknown> => {
  const terms = order.map(({ column, isDescending }) => {
    const way = isDescending ? sql`desc` : sql`asc`;
    return column === 'name' ? sql`c.sort_name ${way}` : sql`c.created_at ${way}`;
  });
  // Every order ends with the name and the id, so that pages never overlap.
  if (!order.some(({ column }) => column === 'name')) terms.push(sql`c.sort_name`);
  return sql.join([...terms, sql`c.id`]);
};

/** Joins each source once, although several columns count it. */
const joinsOf = (
  viewer: ClubViewer,
  asked: ReadonlySet<ClubProperty | ClubRelationship>,
  now: Date,
): RawBuilder<unknown> => {
  const events =
    asked.has('CountEvents') || asked.has('CountRSVPs')
      ? joinEvents(viewer, now, asked.has('CountRSVPs'))
      : sql``;
  const emails = asked.has('CountEmails')
    ? sql`cross join lateral (select count(*)::int as emails, (count(*) filter (where exists (select from newsletter_copies x
        where x.school_id = n.school_id and x.newsletter_id = n.id and x.user_id = ${viewer.visibility.viewer})))::int as my_emails
      from newsletters n where n.school_id = c.school_id and n.club_id = c.id and n.state = 'sent') as sent`
    : sql``;
  return sql`${events} ${emails}`;
};

/** Returns the columns for properties and relationships beyond the club's own columns and `joinsOf`. */
const columnsOf = (
  viewer: ClubViewer,
  asked: ReadonlySet<ClubProperty | ClubRelationship>,
): RawBuilder<unknown>[] => {
  const { visibility, isStaff } = viewer;
  const counted = (rows: RawBuilder<unknown>, what = sql`*`) =>
    sql`(select count(${what})::int from ${rows})`;
  return [
    ...(asked.has('CountMembers') ? [sql`${countOfMembers(visibility, isStaff)} as members`] : []),
    ...(asked.has('CountOfficers')
      ? [
          sql`${counted(visibleOfficersSql(visibility, isNotHidden), sql`distinct u.id`)} as officers`,
        ]
      : []),
    ...(asked.has('CountPoints') ? [sql`${sumOfPoints} as points`] : []),
    ...(asked.has('CountAdminComments')
      ? [
          sql`${counted(sql`club_notes n where n.school_id = c.school_id and n.club_id = c.id`)} as notes`,
        ]
      : []),
    ...(asked.has('CountEmails') ? [sql`sent.emails, sent.my_emails`] : []),
    ...(asked.has('CountEvents') ? [sql`seen_events.events`] : []),
    ...(asked.has('CountRSVPs') ? [sql`seen_events.registrations`] : []),
    ...(asked.has('CountSurveys')
      ? [sql`${counted(seenSurveys(visibility.viewer, isStaff))} as surveys`]
      : []),
    ...(asked.has('TotalFileSize')
      ? [
          sql`(select coalesce(sum(f.bytes), 0)::bigint from ${seenFiles(visibility.viewer, isStaff)}) as file_bytes`,
        ]
      : []),
    ...(asked.has('Known') ? [sql`${knownMembers(visibility, viewer)} as known`] : []),
    ...(asked.has('PastMemberships')
      ? [
          sql`(select coalesce(jsonb_agg(jsonb_build_object('position', p.position, 'since', p.since, 'until', p.until) order by p.until desc, p.id), '[]')
            from club_past_members p where p.school_id = c.school_id and p.club_id = c.id and p.user_id = ${visibility.viewer}) as past`,
        ]
      : []),
    ...(asked.has('ParentClub') ? [sql`${parentOf(visibility, isStaff)} as parent`] : []),
    ...(asked.has('Type') ? [sql`${typeOf} as type`] : []),
    ...(asked.has('Categories') ? [sql`${labelsOf('categories')} as categories`] : []),
    ...(asked.has('Tags') ? [sql`${labelsOf('tags')} as tags`] : []),
  ];
};

export interface ClubListing {
  readonly filters: ClubFilters;
  readonly order: readonly ClubOrderTerm[];
  readonly offset: number;
  readonly size: number;
  readonly asked: ReadonlySet<ClubProperty | ClubRelationship>;
  /** Counts are for the academic year of this time. */
  readonly now: Date;
  /** Set if the result needs the caller's grants: `withGrants`. */
  readonly held?: RawBuilder<unknown>;
}

/** Selects a window of clubs with the total, in one statement. */
export const selectClubs = async (
  db: Db,
  viewer: ClubViewer,
  { filters, order, offset, size, asked, now, held }: ClubListing,
): Promise<{ total: number; rows: ListedClubRow[]; grants: readonly Grant[] }> => {
  const me = viewer.visibility.viewer;
  const columns = sql.join([
    viewedStateColumns(viewer.isStaff),
    sql`c.name, c.acronym, c.description, c.url, c.address, c.meetings, c.logo, c.cover, c.managed_at`,
    ...columnsOf(viewer, asked),
  ]);
  const clubs = from(viewer, filters);
  const keys = sql`c.school_id, c.id, c.sort_name, c.created_at`;
  // With a separate count, the page can use an index. If each club needs work, both are computed together.
  const isPlain = !filters.search && filters.known === undefined && filters.member === undefined;
  const rows = await many(
    db,
    sql<{ total: number; grants: Grant[] | null } & (ListedClubRow | { id: null })>`
    with ${held === undefined ? sql`` : sql`${held},`} ${typedWords(filters)}, ${withHidden(viewer.visibility)}, ${
      isPlain ? sql`` : sql`found as materialized (select ${keys} from ${clubs}),`
    } page as (
      select ${keys} from ${isPlain ? clubs : sql`found c`} order by ${orderBy(order)} limit ${sql.lit(size)} offset ${offset}
    )
    select (select count(*)::int from ${isPlain ? clubs : sql`found`}) as total, ${held === undefined ? sql`null` : grantsColumn} as grants, listed.*
    from (select 1) as one left join (
      select row_number() over (order by ${orderBy(order)}) as nth, ${columns}
      from page join clubs c on c.school_id = page.school_id and c.id = page.id ${joinOwnMembership(me)} ${joinsOf(viewer, asked, now)}
    ) as listed on true order by listed.nth`,
  );
  return {
    total: rows[0]?.total ?? 0,
    grants: rows[0]?.grants ?? [],
    rows: rows.flatMap((row) => (row.id === null ? [] : [row])),
  };
};

/** The number of clubs that match a filter option. */
export interface OptionCountRow {
  readonly filter: 'type' | 'category' | 'tag' | 'kind' | 'membership';
  readonly value: string;
  readonly label: string;
  readonly clubs: number;
}

/** Selects the options of all filters in one statement, each counted with the other filters applied. */
export const selectOptionCounts = (db: Db, viewer: ClubViewer, filters: ClubFilters) => {
  // Values that must all match, or must not match, also narrow their own filter.
  const open = (condition: LabelCondition | undefined) =>
    condition === undefined ? {} : { ...condition, any: [] };
  const without = (changed: { [K in keyof ClubFilters]?: unknown }): RawBuilder<unknown> => {
    const entries = Object.entries({ ...filters, ...changed }).filter(([, value]) => value);
    // The same filters with fewer values.
    return from(viewer, Object.fromEntries(entries) as ClubFilters);
  };
  const linked = (filter: string, list: string, rows: RawBuilder<unknown>) => sql`
    select ${filter}::text as filter, l.id::text as value, l.name as label, count(n.club_id)::int as clubs
    from club_labels l left join (
      select x.label_id, x.club_id from club_label_links x join (select c.id from ${rows}) as f on f.id = x.club_id
    ) as n on n.label_id = l.id where l.list = ${list} group by l.id, l.name`;
  return many(
    db,
    sql<OptionCountRow>`with ${typedWords(filters)}
    ${linked('category', 'categories', without({ categories: labelsLeft(open(filters.categories)) }))}
    union all ${linked('tag', 'tags', without({ tags: labelsLeft(open(filters.tags)) }))}
    union all select 'type', l.id::text, l.name, count(n.id)::int
      from club_labels l left join (select c.id, c.type_id from ${without({ types: labelsLeft(open(filters.types)) })}) as n on n.type_id = l.id
      where l.list = 'types' group by l.id, l.name
    union all select 'kind', l.kind, l.kind, count(n.id)::int
      from club_labels l left join (select c.id, c.type_id from ${without({ kinds: undefined })}) as n on n.type_id = l.id
      where l.list = 'types' group by l.kind
    union all select 'membership', n.membership, n.membership, count(*)::int
      from (select c.membership from ${without({ memberships: undefined })}) as n group by n.membership`,
  );
};

const labelsLeft = ({ any = [], all = [], none = [] }: Partial<LabelCondition>) =>
  all.length + none.length > 0 ? { any, all, none } : undefined;
