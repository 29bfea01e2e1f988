import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import { codeOfEvent, listedTimesOf } from '../../events/import/staged-events.queries.ts';
import { entryName } from '../../budgets/import/staged-ledger.queries.ts';
import { clubCode } from '../../clubs/import/club-code.ts';
import type { CampusFile } from '../campus-files.ts';

/** Creates the table of exported pictures and their file names. */
export const createExportedPictures = async (db: Db): Promise<void> => {
  await sql`create temp table exported_pictures (name text primary key, file text not null) on commit drop`.execute(
    db,
  );
};

/** Stores the names of people's pictures once. Otherwise each page of pictures would read all people. */
export const createStoredPictures = async (db: Db): Promise<void> => {
  await sql`create temp table kept_pictures (name text collate "C" primary key) on commit drop`.execute(
    db,
  );
  await sql`insert into kept_pictures select distinct v.name from users u, lateral (values (u.photo), (u.cover)) as v (name)
    where v.name is not null`.execute(db);
  await sql`analyze kept_pictures`.execute(db);
};

/** Returns the next pictures after `after`, in byte order. */
export const selectStoredPictures = async (
  db: Db,
  after: string,
  limit: number,
): Promise<string[]> => {
  const { rows } = await sql<{
    name: string;
  }>`select name from kept_pictures where name > ${after} order by name limit ${limit}`.execute(db);
  return rows.map((row) => row.name);
};

/** Stores the file names of exported pictures. */
export const insertExportedPictures = async (
  db: Db,
  written: readonly { name: string; file: string }[],
): Promise<void> => {
  await sql`insert into exported_pictures (name, file) select name, file
    from unnest(${written.map(({ name }) => name)}::text[], ${written.map(({ file }) => file)}::text[]) as w (name, file)`.execute(
    db,
  );
};

/** Numbers of the school's people, connections, clubs, events, terms and courses, transactions and holds, and of the clubs' ledger. */
export interface CampusCounts {
  readonly people: number;
  readonly connections: number;
  readonly clubs: number;
  readonly events: number;
  readonly courses: number;
  readonly finances: number;
  readonly clubMoney: number;
}

export const countCampus = async (db: Db): Promise<CampusCounts> => {
  const { rows } = await sql<CampusCounts>`
    select (select count(*)::int from users) as people, (select count(*)::int from connections) as connections,
      (select count(*)::int from clubs where deleted_at is null) as clubs,
      (select count(*)::int from events where hub_id is null) as events,
      (select count(*)::int from terms) + (select count(*)::int from courses) as courses,
      (select count(*)::int from finance_transactions) + (select count(*)::int from finance_holds) as finances,
      (select count(*)::int from club_accounts where code is not null) + (select count(*)::int from ledger_entries) as "clubMoney"`.execute(
    db,
  );
  return (
    rows[0] ?? {
      people: 0,
      connections: 0,
      clubs: 0,
      events: 0,
      courses: 0,
      finances: 0,
      clubMoney: 0,
    }
  );
};

const list = (column: string): string =>
  `array_to_string(array(select replace(replace(item, '\\', '\\\\'), '|', '\\|') from unnest(u.${column}) with ordinality as l (item, position) order by position), '|')`;
const yesNo = (column: string): string => `case when u.${column} then 'yes' else 'no' end`;
const instant = (value: string): string =>
  `to_char(${value} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** All people with every column of the format, in byte order of their usernames. */
const peopleQuery = `
  select u.username, u.email, u.first_name as "firstName", u.last_name as "lastName", u.romanized_name as "romanizedName",
    u.gender_pronoun as "genderPronoun", u.account_type as "accountType", u.year_of_graduation as "yearOfGraduation", u.major, u.bio,
    ${list('languages')} as languages, u.company_name as "companyName", u.work_title as "workTitle", ${list('looking_for')} as "lookingFor",
    ${list('industries')} as industries, ${list('interests')} as interests, ${list('sports')} as sports,
    u.phone_work as "phoneWork", u.phone_home as "phoneHome", u.phone_mobile as "phoneMobile", u.city, u.zipcode, u.state, u.country,
    u.current_address as "currentAddress", ${yesNo('is_listed')} as "visitableProfile", ${yesNo('is_admin')} as "isAdmin",
    ${yesNo('is_deactivated')} as "isDisabled", u.locale, p.file as photo, c.file as cover, ${instant('u.created_at')} as "createdAt",
    (select string_agg(key || ':' || value, '|' order by key collate "C") from jsonb_each_text(u.audiences)) as audiences,
    ${yesNo('is_suggested')} as "isSuggested", ${yesNo('has_hold')} as "hasHold", ${yesNo('is_advisor')} as "isAdviser"
  from users u left join exported_pictures p on p.name = u.photo left join exported_pictures c on c.name = u.cover
  order by u.username collate "C"`;

/** All connections, regardless of who asked first, in byte order of usernames. */
const connectionsQuery = `
  select a.username as a, b.username as b, case when c.is_accepted then 'connected' else 'pending' end as status,
    ${instant('c.requested_at')} as "requestedAt", ${instant('c.accepted_at')} as "acceptedAt"
  from connections c
    join users a on a.school_id = c.school_id and a.id = c.requested_by
    join users b on b.school_id = c.school_id and b.id = c.low_id + c.high_id - c.requested_by
  order by a.username collate "C", b.username collate "C"`;

const namesOf = (
  list: 'categories' | 'tags',
) => `(select string_agg(replace(replace(l.name, '\\', '\\\\'), '|', '\\|'), '|' order by l.name collate "C")
      from club_label_links x join club_labels l on l.school_id = x.school_id and l.id = x.label_id where x.club_id = u.id and l.list = '${list}')`;

/** All clubs that are not deleted, in byte order of their codes. */
const clubsQuery = `
  select ${clubCode('u')} as code, u.name, u.acronym, u.description, u.about, u.url as website, u.address, t.name as type, t.kind as "typeKind",
    ${namesOf('categories')} as categories, ${namesOf('tags')} as tags, ${clubCode('p')} as parent, u.status, u.membership,
    case when u.members_seen_by <> 'everyone' then 'yes' else 'no' end as "isMembershipPrivate",
    case when u.members_seen_by = 'officers' then 'yes' else 'no' end as "isMembershipForOfficers",
    ${yesNo('is_published')} as "isPublished", ${yesNo('is_hidden')} as "isHidden",
    ${yesNo('is_featured')} as "isFeatured", ${yesNo('are_officers_locked')} as "areOfficersLocked", ${instant('u.created_at')} as "createdAt"
  from clubs u left join club_labels t on t.school_id = u.school_id and t.id = u.type_id
    left join clubs p on p.school_id = u.school_id and p.id = u.parent_id and p.deleted_at is null
  where u.deleted_at is null order by ${clubCode('u')} collate "C"`;

/** All members of these clubs with any status, in byte order of codes and usernames. */
const clubMembersQuery = `
  select ${clubCode('c')} as club, p.username, u.status, ${instant('u.since')} as since, ${list('tags')} as tags
  from club_members u join clubs c on c.school_id = u.school_id and c.id = u.club_id join users p on p.school_id = u.school_id and p.id = u.user_id
  where c.deleted_at is null order by ${clubCode('c')} collate "C", p.username collate "C"`;

/** All officers with their positions, in the same order. Officers with several positions have only the first. */
const clubOfficersQuery = `
  select distinct on (${clubCode('c')} collate "C", p.username collate "C") ${clubCode('c')} as club, p.username, r.name as position, ${instant('g.granted_at')} as since
  from current_grants g join roles r on r.school_id = g.school_id and r.id = g.role_id and r.scope = 'club'
    join clubs c on c.school_id = g.school_id and c.id = g.scope_id join users p on p.school_id = g.school_id and p.id = g.user_id
  where c.deleted_at is null order by ${clubCode('c')} collate "C", p.username collate "C", r.position, r.id`;

const items = (from: string, item: string, order: string): string =>
  `(select string_agg(replace(replace(${item}, '\\', '\\\\'), '|', '\\|'), '|' order by ${order}) from ${from})`;

/** All events of clubs and the school, in byte order of their codes. The format has no events of hubs. */
const eventsQuery = `
  select ${codeOfEvent('u')} as code, u.title, ${clubCode('c')} as club, u.description, w.starts as start, w.ends as "end",
    u.series ->> 'zone' as "timeZone", w.rule as rrule, array_to_string(w.exceptions, '|') as except, array_to_string(w.moved, '|') as moved,
    array_to_string(w.dates, '|') as dates, u.location, u.address, u.map_url as "mapUrl", u.online_url as "onlineUrl",
    u.online_opens_minutes as "onlineOpensMinutes", ${list('tags')} as tags, case u.status when 'in_approval' then 'draft' else u.status end as status,
    ${yesNo('is_template')} as "isTemplate", u.audience, ${list('member_tags')} as "memberTags",
    ${items('event_hosts h join users p on p.school_id = h.school_id and p.id = h.user_id where h.school_id = u.school_id and h.event_id = u.id', 'p.username', 'h.position, p.username collate "C"')} as hosts,
    ${items('event_cohosts h join clubs k on k.school_id = h.school_id and k.id = h.club_id where h.school_id = u.school_id and h.event_id = u.id and h.is_accepted and k.deleted_at is null', clubCode('k'), `${clubCode('k')} collate "C"`)} as cohosts,
    ${items('event_invitees h join users p on p.school_id = h.school_id and p.id = h.user_id where h.school_id = u.school_id and h.event_id = u.id', 'p.username', 'p.username collate "C"')} as invited,
    u.registration, ${instant('u.opens_at')} as "opensAt", ${instant('u.closes_at')} as "closesAt", u.closes_minutes as "closesMinutes", u.capacity,
    u.guests_max as "guestsMax", ${yesNo('needs_approval')} as "needsApproval", ${yesNo('allows_maybe')} as "allowsMaybe", u.waitlist,
    u.offer_hours as "offerHours", u.attendees_for as "attendeesFor", ${instant('u.created_at')} as "createdAt"
  from events u left join clubs c on c.school_id = u.school_id and c.id = u.club_id cross join ${listedTimesOf()}
  where u.hub_id is null and c.deleted_at is null order by ${codeOfEvent('u')} collate "C"`;

const day = (value: string): string => `to_char(${value}, 'YYYY-MM-DD')`;
const days = (column: string): string =>
  `(select string_agg(${day('x')}, '|' order by x) from unnest(u.${column}) as x)`;
const weekdays = `(select string_agg((array['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'])[w], '|' order by w) from unnest(u.weekdays) as w)`;

/** All terms, courses, sections, classes and section members, in byte order of their keys. */
const termsQuery = `
  select u.code, u.name, ${day('u.starts_on')} as start, ${day('u.ends_on')} as "end", u.time_zone as "timeZone", ${days('holidays')} as holidays
  from terms u order by u.code collate "C"`;
const coursesQuery = `
  select u.code, u.number, u.title, u.description from courses u order by u.code collate "C"`;
const sectionsQuery = `
  select u.code, c.code as course, t.code as term, u.name, ${yesNo('is_active')} as "isActive"
  from course_sections u join courses c on c.school_id = u.school_id and c.id = u.course_id join terms t on t.school_id = u.school_id and t.id = u.term_id
  order by u.code collate "C"`;
const meetingsQuery = `
  select s.code as section, u.code as meeting, u.kind, ${weekdays} as days, case when cardinality(u.weekdays) = 0 then ${day('u.first_on')} end as date,
    to_char(u.begins, 'HH24:MI') as start, case when u.begins + make_interval(mins => u.minutes) = '00:00' then '24:00'
      else to_char(u.begins + make_interval(mins => u.minutes), 'HH24:MI') end as "end",
    case when cardinality(u.weekdays) > 0 then ${day('u.first_on')} end as "from", ${day('u.last_on')} as until, u.every, ${days('exceptions')} as except, u.room
  from section_meetings u join course_sections s on s.school_id = u.school_id and s.id = u.section_id
  order by s.code collate "C", u.code collate "C"`;
const sectionMembersQuery = `
  select s.code as section, p.username, u.role, case when u.is_active then 'active' else 'dropped' end as status
  from section_members u join course_sections s on s.school_id = u.school_id and s.id = u.section_id join users p on p.school_id = u.school_id and p.id = u.user_id
  order by s.code collate "C", p.username collate "C"`;

/** Returns an amount in units of its currency, as the import reads it. Calls `server/database/functions/currency_digits.sql`. */
const decimals = (amount: string, currency: string): string =>
  `case when ${amount} is not null then round(${amount} / 10::numeric ^ currency_digits(${currency}), currency_digits(${currency})) end`;

/**
 * Returns the query for transactions in all their revisions, in byte order of their ids. A reversed transaction has the date of the
 * reversal, which isn't a separate row.
 */
const linesQuery = (columns: string, which: string) => `
  select u.code as id, p.username, a.name as account, ${decimals('u.amount', 'a.currency')} as amount, a.currency, u.title, u.detail,
    ${day('u.on_date')} as date, t.code as term, case when r.id is null then 'active' else 'reversed' end as status, ${day('r.on_date')} as "reversedOn",
    r.reason, u.revision, ${columns}
  from finance_transactions u join finance_accounts a on a.school_id = u.school_id and a.id = u.account_id join users p on p.school_id = a.school_id and p.id = a.user_id
    left join terms t on t.school_id = u.school_id and t.id = u.term_id left join finance_transactions r on r.school_id = u.school_id and r.reverses_id = u.id
  where u.reverses_id is null and ${which} order by u.code collate "C", u.revision`;
const chargesQuery = linesQuery(`${day('u.due_on')} as due`, `u.kind = 'charge'`);
const paymentsQuery = linesQuery(`u.kind, u.charge_code as charge`, `u.kind <> 'charge'`);
/** All holds, in byte order of their ids. */
const holdsQuery = `
  select u.code as id, p.username, u.kind, u.office, ${day('u.since')} as since, u.reason,
    (select string_agg(x, '|' order by position) from unnest(u.blocks) with ordinality as b (x, position)) as blocks, u.how_to_clear as "howToClear",
    ${decimals('u.amount', 'u.currency')} as amount, u.currency, u.contact_name as "contactName", u.contact_email as "contactEmail", u.contact_phone as "contactPhone",
    c.username as contact, o.name as "bookingOffice", case when u.released_on is null then 'active' else 'lifted' end as status, ${day('u.released_on')} as "liftedOn"
  from finance_holds u join users p on p.school_id = u.school_id and p.id = u.user_id
    left join users c on c.school_id = u.school_id and c.id = u.contact_id left join booking_offices o on o.school_id = u.school_id and o.id = u.office_id
  order by u.code collate "C"`;

/** All accounts of clubs, and all transactions of the ledger, in byte order of their keys. */
const clubAccountsQuery = `
  select u.code, u.name, u.role, p.code as parent, case when c.id is not null then ${clubCode('c')} end as club, u.currency,
    ${yesNo('is_main')} as main, ${yesNo('carries_over')} as "carriesOver", case when u.archived_at is null then 'no' else 'yes' end as archived
  from club_accounts u left join clubs c on c.school_id = u.school_id and c.id = u.club_id and c.deleted_at is null
    left join club_accounts p on p.school_id = u.school_id and p.id = u.parent_id
  where u.code is not null order by u.code collate "C", u.currency`;
const entriesQuery = `
  select ${entryName('e')} as entry, ${day('e.on_date')} as date, e.title, e.category, e.kind, coalesce(a.code, a.role) as account,
    ${decimals('u.amount', 'u.currency')} as amount, u.currency, case when r.id is not null then ${entryName('r')} end as reverses, e.reason
  from ledger_postings u join ledger_entries e on e.school_id = u.school_id and e.id = u.entry_id
    join club_accounts a on a.school_id = u.school_id and a.id = u.account_id
    left join ledger_entries r on r.school_id = e.school_id and r.id = e.reverses_id
  order by ${entryName('e')} collate "C", coalesce(a.code, a.role) collate "C", u.currency, u.amount`;

interface ExportedFile {
  readonly query: string;
  readonly columns: string;
  /** The columns that define the byte order of the rows. */
  readonly order: readonly string[];
}

/** The CSV files of an export. */
const files: Readonly<Record<CampusFile, ExportedFile>> = {
  'people.csv': {
    query: peopleQuery,
    columns:
      'username email firstName lastName romanizedName genderPronoun accountType yearOfGraduation major bio languages companyName workTitle lookingFor industries interests sports phoneWork phoneHome phoneMobile city zipcode state country currentAddress visitableProfile isAdmin isDisabled locale photo cover createdAt audiences isSuggested hasHold isAdviser',
    order: ['username'],
  },
  'connections.csv': {
    query: connectionsQuery,
    columns: 'a b status requestedAt acceptedAt',
    order: ['a', 'b'],
  },
  'clubs.csv': {
    query: clubsQuery,
    columns:
      'code name acronym description about website address type typeKind categories tags parent status membership isMembershipPrivate isMembershipForOfficers isPublished isHidden isFeatured areOfficersLocked createdAt',
    order: ['code'],
  },
  'club-members.csv': {
    query: clubMembersQuery,
    columns: 'club username status since tags',
    order: ['club', 'username'],
  },
  'club-officers.csv': {
    query: clubOfficersQuery,
    columns: 'club username position since',
    order: ['club', 'username'],
  },
  'events.csv': {
    query: eventsQuery,
    columns:
      'code title club description start end timeZone rrule except moved dates location address mapUrl onlineUrl onlineOpensMinutes tags status isTemplate audience memberTags hosts cohosts invited registration opensAt closesAt closesMinutes capacity guestsMax needsApproval allowsMaybe waitlist offerHours attendeesFor createdAt',
    order: ['code'],
  },
  'terms.csv': {
    query: termsQuery,
    columns: 'code name start end timeZone holidays',
    order: ['code'],
  },
  'courses.csv': {
    query: coursesQuery,
    columns: 'code number title description',
    order: ['code'],
  },
  'sections.csv': {
    query: sectionsQuery,
    columns: 'code course term name isActive',
    order: ['code'],
  },
  'meetings.csv': {
    query: meetingsQuery,
    columns: 'section meeting kind days date start end from until every except room',
    order: ['section', 'meeting'],
  },
  'section-members.csv': {
    query: sectionMembersQuery,
    columns: 'section username role status',
    order: ['section', 'username'],
  },
  'charges.csv': {
    query: chargesQuery,
    columns:
      'id username account amount currency title detail date term status reversedOn reason revision due',
    order: ['id', 'revision'],
  },
  'payments.csv': {
    query: paymentsQuery,
    columns:
      'id username account amount currency title detail date term status reversedOn reason revision kind charge',
    order: ['id', 'revision'],
  },
  'holds.csv': {
    query: holdsQuery,
    columns:
      'id username kind office since reason blocks howToClear amount currency contactName contactEmail contactPhone contact bookingOffice status liftedOn',
    order: ['id'],
  },
  'club-accounts.csv': {
    query: clubAccountsQuery,
    columns: 'code name role parent club currency main carriesOver archived',
    order: ['code', 'currency'],
  },
  'ledger-entries.csv': {
    query: entriesQuery,
    columns: 'entry date title category kind account amount currency reverses reason',
    order: ['entry', 'account', 'currency', 'amount'],
  },
};

/**
 * Returns the query for the rows of a file. Spreadsheet programs run cells that start like a formula, so such cells get an apostrophe for
 * them (https://owasp.org/www-community/attacks/CSV_Injection). The import reads files without the apostrophes.
 */
export const fileQuery = (file: CampusFile, isForSpreadsheets: boolean): string => {
  const { query, columns, order } = files[file];
  if (!isForSpreadsheets) return query;
  const cell = (name: string) =>
    `case when "${name}"::text ~ '^[=+@\\t\\r-]' then '''' else '' end || "${name}" as "${name}"`;
  return `select ${columns.split(' ').map(cell).join(', ')} from (${query}) as rows
    order by ${order.map((name) => (name === 'revision' ? 'rows.revision' : `rows.${name} collate "C"`)).join(', ')}`;
};
