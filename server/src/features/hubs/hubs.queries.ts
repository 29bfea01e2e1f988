import type { PersonalData } from '../../kernel/feature.ts';
import { sql } from 'kysely';
import type { ManagedHub } from '#contract/hubs/endpoints.ts';
import type { Db } from '../../kernel/database/database.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import { hasChangedRows, first, many } from '../../kernel/sql.ts';

/** A hub, as stored. */
export interface HubRow {
  id: number;
  name: string;
  description: string;
  icon: string | null;
}

/** A hub with its rule, for staff. */
export interface ManagedHubRow extends HubRow {
  is_for_everyone: boolean;
  account_types: string[];
  majors: string[];
  archived_at: Date | null;
  added: number;
}

/** The editable properties of a hub. */
export type HubSettings = Omit<ManagedHub, 'id' | 'added' | 'isArchived'>;
type HubChange = { readonly [K in keyof HubSettings]?: HubSettings[K] } & {
  readonly archivedAt?: Date | null;
};

/** Returns the hubs that a person belongs to, and which one they chose. Calls `server/database/functions/hubs_of.sql`. */
export const selectHubsOf = (db: Db, me: number) =>
  many(
    db,
    sql<HubRow & { is_chosen: boolean }>`
    select h.id, h.name, h.description, h.symbol as icon,
      exists (select from current_hubs c where c.user_id = ${me} and c.hub_id = h.id) as is_chosen
    from hubs_of(${me}) as h order by h.position, h.id`,
  );

/** Stores the hub that a person chose. Returns false if they don't belong to it. Calls `server/database/functions/hubs_of.sql`. */
export const upsertChoice = (db: Db, school: SchoolId, me: number, hub: number) =>
  hasChangedRows(
    db,
    sql`insert into current_hubs (school_id, user_id, hub_id)
    select ${school}::int, ${me}::bigint, h.id from hubs_of(${me}) as h where h.id = ${hub}
    on conflict (school_id, user_id) do update set hub_id = excluded.hub_id`,
  );

/** Deletes a person's choice of a hub. */
export const deleteChoice = (db: Db, me: number) =>
  db.deleteFrom('current_hubs').where('user_id', '=', me).execute();

const managedHubs = sql`
    select h.id, h.name, h.description, h.symbol as icon, h.is_for_everyone, h.account_types, h.majors, h.archived_at,
      (select count(*)::int from hub_members m join users u on u.school_id = m.school_id and u.id = m.user_id
        where m.hub_id = h.id and not u.is_disabled) as added
    from hubs h`;

/** Selects all hubs of the school in their order. */
export const selectManagedHubs = (db: Db) =>
  many(db, sql<ManagedHubRow>`${managedHubs} order by h.position, h.id`);

export const selectManagedHub = (db: Db, id: number) =>
  first(db, sql<ManagedHubRow>`${managedHubs} where h.id = ${id}`);

/** Selects only the name of a hub. Counting its people would be slow when many are added one by one. */
export const selectHubName = (db: Db, id: number) =>
  db.selectFrom('hubs').select('name').where('id', '=', id).executeTakeFirst();

const columnsOf = ({
  icon,
  isForEveryone,
  accountTypes,
  majors,
  archivedAt,
  ...same
}: HubChange) => ({
  ...same,
  ...(icon !== undefined && { symbol: icon }),
  ...(isForEveryone !== undefined && { is_for_everyone: isForEveryone }),
  ...(accountTypes && { account_types: accountTypes }),
  ...(majors && { majors }),
  ...(archivedAt !== undefined && { archived_at: archivedAt }),
});

/** Stores a hub after the others, and returns its id. */
export const insertHub = async (
  db: Db,
  school: SchoolId,
  { clientId = null, ...hub }: HubSettings & { clientId?: string | null | undefined },
  now: Date,
): Promise<number | undefined> => {
  const position = sql<number>`(select coalesce(max(position) + 1, 0) from hubs)`;
  const row = { school_id: school, name: hub.name, position, created_at: now, client_id: clientId };
  const stored = await db
    .insertInto('hubs')
    .values({ ...row, ...columnsOf(hub) })
    .onConflict((conflict) =>
      conflict.columns(['school_id', 'client_id']).where('client_id', 'is not', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return stored?.id;
};

/** Selects the hub that was created with this client id. */
export const selectHubByClient = (db: Db, clientId: string | undefined) =>
  clientId === undefined
    ? undefined
    : first(db, sql<ManagedHubRow>`${managedHubs} where h.client_id = ${clientId}::uuid`);

/** Changes the given properties of a hub. `archivedAt` null restores it. */
export const updateHub = async (db: Db, id: number, change: HubChange): Promise<void> => {
  const columns = columnsOf(change);
  if (Object.keys(columns).length > 0)
    await db.updateTable('hubs').set(columns).where('id', '=', id).execute();
};

/** A person who was added to a hub, as stored. */
export interface HubMemberRow {
  id: number;
  first_name: string;
  last_name: string;
  photo: string | null;
}

/** Selects a page of the people who were added to a hub by hand, by name, after the person `after`. */
export const selectHubMembers = (db: Db, hub: number, after: number | null, size: number) =>
  many(
    db,
    sql<HubMemberRow>`
    select u.id, u.first_name, u.last_name, u.photo
    from hub_members m join users u on u.school_id = m.school_id and u.id = m.user_id
    where m.hub_id = ${hub} and not u.is_disabled
      and (${after}::bigint is null or (u.sort_name, u.id) > (select x.sort_name, x.id from users x where x.id = ${after}))
    order by u.sort_name, u.id limit ${size}`,
  );

/** Adds a person to a hub. Returns false if they were already in it. */
export const insertMember = (db: Db, school: SchoolId, hub: number, person: number, now: Date) =>
  hasChangedRows(
    db,
    sql`insert into hub_members (school_id, hub_id, user_id, added_at)
    values (${school}, ${hub}, ${person}, ${now}) on conflict do nothing`,
  );

/** Removes a person who was added by hand. Returns false if they weren't. */
export const deleteMember = (db: Db, hub: number, person: number) =>
  hasChangedRows(db, sql`delete from hub_members where hub_id = ${hub} and user_id = ${person}`);

/** Deletes an erased person's data in hubs. */
export const deleteHubsOf = async (db: Db, person: number): Promise<void> => {
  await sql`delete from hub_members where user_id = ${person}`.execute(db);
  await sql`delete from current_hubs where user_id = ${person}`.execute(db);
};

/** The person's hubs, for their data export. */
export const personalData: PersonalData = (me) => ({
  hubs: sql`(select jsonb_agg(jsonb_build_object('name', h.name, 'isChosen', h."isChosen", 'addedAt', h.added_at) order by h.name) from (
          select h.name, c.user_id is not null as "isChosen", m.added_at
          from hubs h left join hub_members m on m.school_id = h.school_id and m.hub_id = h.id and m.user_id = ${me}
            left join current_hubs c on c.school_id = h.school_id and c.hub_id = h.id and c.user_id = ${me}
          where m.user_id is not null or c.user_id is not null) as h)`,
});
