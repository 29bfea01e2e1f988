import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { hasChangedRows, first, exists, many } from '../../../kernel/sql.ts';
import { isPresent, type VisibilityScope } from '../../people/privacy/privacy.queries.ts';
import { offerColumnsWith, type KindRow, type OfferRow } from '../booking.queries.ts';
import { personSummary, type PersonSummaryRow } from '../../people/summary/summary.queries.ts';

export type OfficeKind = Omit<KindRow, 'id' | 'group_size'>;

export interface OfficeRow {
  id: number;
  name: string;
  note: string;
  is_open: boolean;
  kind: OfficeKind;
  version: number;
  people: PersonSummaryRow[];
}

/** Selects an office with those of its people that the caller can see. */
const officeColumns = (
  visibility: VisibilityScope,
) => sql`o.id, o.name, o.note, o.is_open, o.kind, o.version, coalesce((
  select jsonb_agg(${personSummary('u')} order by fold(u.last_name), u.id)
  from booking_types k join users u on u.school_id = k.school_id and u.id = k.user_id
  where k.office_id = o.id and k.is_active and not u.is_disabled and ${isPresent(visibility)}), '[]') as people`;

export const selectOffices = (
  db: Db,
  visibility: VisibilityScope,
  seesClosed: boolean,
): Promise<OfficeRow[]> =>
  many(
    db,
    sql<OfficeRow>`select ${officeColumns(visibility)} from booking_offices o where o.is_open or ${seesClosed} order by fold(o.name), o.id`,
  );

export const selectOffice = (
  db: Db,
  visibility: VisibilityScope,
  id: number,
): Promise<OfficeRow | undefined> =>
  first(
    db,
    sql<OfficeRow>`select ${officeColumns(visibility)} from booking_offices o where o.id = ${id}`,
  );

/** Locks an office, so that other bookings wait until this transaction ends. */
export const lockOffice = async (db: Db, id: number): Promise<void> => {
  await sql`select from booking_offices where id = ${id} for no key update`.execute(db);
};

/** Selects its people's current offers, each with only the office's meeting type. */
export const selectOfficeOffers = (
  db: Db,
  visibility: VisibilityScope,
  office: number,
): Promise<OfferRow[]> =>
  many(
    db,
    sql<OfferRow>`select ${offerColumnsWith(sql`k.office_id = ${office}`)}
    from booking_offers o join users u on u.school_id = o.school_id and u.id = o.user_id
    where o.is_open and not u.is_disabled and o.user_id <> ${visibility.viewer} and ${isPresent(visibility)}
      and o.user_id in (select k.user_id from booking_types k where k.office_id = ${office} and k.is_active)
    order by o.user_id`,
  );

/** Selects the number of upcoming meetings of each host. */
export const selectComing = (
  db: Db,
  hosts: readonly number[],
  now: Date,
): Promise<{ id: number; coming: number }[]> =>
  many(
    db,
    sql<{ id: number; coming: number }>`
    select h.id, (select count(*)::int from booking_slots s where s.host_id = h.id and s.taken > 0 and s.ends_at > ${now}) as coming
    from unnest(${hosts as number[]}::bigint[]) as h (id)`,
  );

interface SavedOffice {
  readonly name: string;
  readonly note: string;
  readonly isOpen: boolean;
  readonly kind: OfficeKind;
}

export const selectSentOffice = (
  db: Db,
  me: number,
  clientId: string,
): Promise<{ id: number } | undefined> =>
  first(
    db,
    sql<{
      id: number;
    }>`select id from booking_offices where created_by = ${me} and client_id = ${clientId}::uuid`,
  );

export const insertOffice = (
  db: Db,
  school: SchoolId,
  { by, clientId, ...office }: SavedOffice & { readonly by: number; readonly clientId: string },
): Promise<{ id: number } | undefined> =>
  first(
    db,
    sql<{
      id: number;
    }>`insert into booking_offices (school_id, name, note, is_open, kind, created_by, client_id)
    values (${school}, ${office.name}, ${office.note}, ${office.isOpen}, ${JSON.stringify(office.kind)}::jsonb, ${by}, ${clientId}::uuid) returning id`,
  );

/** Updates an office. Returns false if someone else has saved it since `version`. */
export const updateOfficeRow = (
  db: Db,
  id: number,
  version: number,
  office: SavedOffice,
): Promise<boolean> =>
  hasChangedRows(
    db,
    sql`update booking_offices set name = ${office.name}, note = ${office.note}, is_open = ${office.isOpen},
      kind = ${JSON.stringify(office.kind)}::jsonb, version = version + 1 where id = ${id} and version = ${version}`,
  );

/** Gives the office's meeting type to its people, and removes it from others. People without an offer get one. */
export const replacePeople = async (
  db: Db,
  school: SchoolId,
  office: number,
  people: readonly number[],
): Promise<void> => {
  const ids = sql`${people as number[]}::bigint[]`;
  await sql`insert into booking_offers (school_id, user_id) select ${school}, u.id from users u where u.id = any(${ids}) and not u.is_disabled
    on conflict do nothing`.execute(db);
  await sql`update booking_types set is_active = false where office_id = ${office} and user_id <> all(${ids})`.execute(
    db,
  );
  await sql`insert into booking_types as k (school_id, user_id, office_id, name, minutes, location, link, questions, needs_confirmation)
    select ${school}, u.id, f.id, f.kind ->> 'name', (f.kind ->> 'minutes')::int, f.kind ->> 'location', f.kind ->> 'link', f.kind -> 'questions',
      (f.kind ->> 'needs_confirmation')::boolean
    from booking_offices f join users u on u.school_id = f.school_id and u.id = any(${ids}) and not u.is_disabled where f.id = ${office}
    on conflict (school_id, office_id, user_id) where office_id is not null do update set name = excluded.name, minutes = excluded.minutes,
      location = excluded.location, link = excluded.link, questions = excluded.questions, needs_confirmation = excluded.needs_confirmation, is_active = true`.execute(
    db,
  );
};

/** Deletes an office. Its meeting types stay for existing bookings. */
export const deleteOfficeRow = async (db: Db, id: number): Promise<boolean> => {
  await sql`update booking_types set is_active = false where office_id = ${id}`.execute(db);
  return hasChangedRows(db, sql`delete from booking_offices where id = ${id}`);
};

/** Returns whether a person is in an office, and can therefore set hours. */
export const isInOffice = (db: Db, user: number): Promise<boolean> =>
  exists(
    db,
    sql`select from booking_types where user_id = ${user} and office_id is not null and is_active`,
  );
