import { sql } from 'kysely';
import { receiptsMax } from '#contract/chat/limits.ts';
import type { Context } from '../../../kernel/context.ts';
import type { Db } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { eventOfRows } from '../../../kernel/jobs/outbox.ts';
import { first, many } from '../../../kernel/sql.ts';

/** Days after a term in which its chats can be written to. */
const openDays = 30;

const isOn = sql`coalesce((select y.course_chats from chat_policies y), false)`;

/** The name of a chat for a course `c` with its section `s`. */
const chatName = sql`left(c.number || ' ' || c.title || coalesce(', ' || s.name, ''), 80)`;
/** The automatic end of a section's chat, for a section `s` in its term `t`. */
const endsAt = sql`((t.ends_on + ${sql.lit(openDays + 1)})::timestamp at time zone t.time_zone)`;

/**
 * People with a directory hold are only in chats that they have opened, because being in one shows them to the course. Disabled people are
 * in none.
 */
const isJoined = sql`not u.is_disabled and (not u.has_hold or coalesce(p.has_opened, false))`;

interface SectionChatRow {
  readonly is_on: boolean;
  /** False if they have dropped the course. */
  readonly is_active: boolean;
  readonly conversation: number | null;
  readonly is_in: boolean;
  readonly is_shown: boolean;
  readonly has_opened: boolean;
}

/** Selects a person's relationship to a section's chat. Undefined if they aren't in the course. */
export const selectSectionChat = (
  db: Db,
  me: number,
  section: number,
): Promise<SectionChatRow | undefined> =>
  first(
    db,
    sql<SectionChatRow>`select ${isOn} as is_on, m.is_active, h.conversation_id as conversation, p.user_id is not null as is_in,
      coalesce(p.is_shown, false) as is_shown, coalesce(p.has_opened, false) as has_opened
    from section_members m left join course_chats h on h.school_id = m.school_id and h.section_id = m.section_id
      left join participants p on p.school_id = h.school_id and p.conversation_id = h.conversation_id and p.user_id = m.user_id and p.left_seq is null
    where m.section_id = ${section}::bigint and m.user_id = ${me}::bigint`,
  );

/**
 * Creates the chat of a section with everyone in it. No one sees it so far. Does nothing if someone has just created it. The caller emits a
 * change of the course, whose handler adds people who have joined since.
 */
export const insertChat = async (
  context: Pick<Context, 'db' | 'school' | 'actor' | 'clock'>,
  me: number,
  section: number,
): Promise<void> => {
  const { db, clock } = context;
  const school = context.school.school_id;
  const now = clock.now();
  await sql`with linked as (
      insert into course_chats (school_id, section_id, conversation_id) values (${school}, ${section}, new_id())
      on conflict (school_id, section_id) do nothing returning section_id, conversation_id
    ),
    people as materialized (
      select m.user_id, m.role from linked join section_members m on m.section_id = linked.section_id and m.is_active
        join users u on u.school_id = m.school_id and u.id = m.user_id
      where not u.has_hold and not u.is_disabled
    ),
    made as (
      insert into conversations (school_id, id, kind, name, created_by, participant_count, is_course, closes_at, last_at, created_at)
      select ${school}, linked.conversation_id, 'group', ${chatName}, ${me}, (select count(*) from people), true,
        case when s.is_active then ${endsAt} else ${now} end, ${now}, ${now}
      from linked join course_sections s on s.id = linked.section_id join courses c on c.school_id = s.school_id and c.id = s.course_id
        join terms t on t.school_id = s.school_id and t.id = s.term_id
      returning id
    ),
    placed as (
      insert into participants (school_id, conversation_id, user_id, role, change, is_shown, joined_at)
      select ${school}, made.id, user_id, case when role = 'teacher' then 'owner' else 'member' end, 0, false, ${now} from made, people
    )
    ${eventOfRows(context, 'sections_changed', { sections: sql`jsonb_build_array(${section}::bigint)` }, sql`made`)}`.execute(
    db,
  );
};

/** Stores that a person has opened a course chat, and shows it to them. */
export const updateOpened = async (db: Db, conversation: number, me: number): Promise<void> => {
  await sql`update participants set has_opened = true, is_shown = true where conversation_id = ${conversation} and user_id = ${me}
    and left_seq is null`.execute(db);
};

/** Links an imported conversation to a section. It follows the course from its next change on. */
export const linkChat = async (
  db: Db,
  school: SchoolId,
  section: number,
  conversation: number,
): Promise<void> => {
  await sql`insert into course_chats (school_id, section_id, conversation_id) values (${school}, ${section}, ${conversation})`.execute(
    db,
  );
  await sql`update conversations set is_course = true where id = ${conversation}`.execute(db);
};

/** Selects the chats of these sections, or all after one, in the order of their ids. */
export const selectChats = (
  db: Db,
  of: { readonly sections: readonly number[] } | { readonly after: number },
  limit: number,
): Promise<{ id: number }[]> =>
  many(
    db,
    sql<{ id: number }>`select conversation_id as id from course_chats
    where ${'after' in of ? sql`conversation_id > ${of.after}` : sql`section_id = any(${of.sections as number[]}::bigint[])`}
    order by conversation_id limit ${limit}`,
  );

/**
 * Updates chats from their courses: adds new people, removes people who have left (they keep what they could read), makes teachers owners,
 * and updates the name and the end, which is that of the term, or now if the school has turned course chats off. One statement counts one
 * change per changed chat and emits it. An earlier statement has locked the conversations.
 */
export const followCourses = async (
  context: Pick<Context, 'db' | 'school' | 'actor' | 'clock'>,
  conversations: readonly number[],
): Promise<number> => {
  const { db, clock } = context;
  const school = context.school.school_id;
  const now = clock.now();
  const { rows } = await sql<{ n: number }>`
    with chats as materialized (
      select c0.id, h.section_id, c0.is_open, c0.participant_count, c0.last_seq, s.id is not null as has_section,
        coalesce(case when s.id is not null then ${chatName} end, c0.name) as name,
        case when ${isOn} and s.is_active then ${endsAt} else least(c0.closes_at, ${now}::timestamptz) end as closes_at,
        c0.name as old_name, c0.closes_at as old_closes_at
      from conversations c0 join course_chats h on h.school_id = c0.school_id and h.conversation_id = c0.id
        left join course_sections s on s.school_id = h.school_id and s.id = h.section_id
        left join courses c on c.school_id = s.school_id and c.id = s.course_id left join terms t on t.school_id = s.school_id and t.id = s.term_id
      where c0.id = any(${conversations as number[]}::bigint[])
    ),
    wanted as materialized (
      select chats.id, m.user_id, case when m.role = 'teacher' then 'owner' else 'member' end as role
      from chats join section_members m on m.section_id = chats.section_id and m.is_active
        join users u on u.school_id = m.school_id and u.id = m.user_id
        left join participants p on p.school_id = m.school_id and p.conversation_id = chats.id and p.user_id = m.user_id and p.left_seq is null
      where ${isJoined}
    ),
    present as materialized (
      select p.conversation_id as id, p.user_id, p.role from chats join participants p on p.conversation_id = chats.id
      where p.left_seq is null and chats.has_section
    ),
    moves as materialized (
      select coalesce(w.id, p.id) as id, coalesce(w.user_id, p.user_id) as user_id, w.role,
        case when p.id is null then 'into' when w.id is null then 'outOf' else 'role' end as move
      from wanted w full join present p on p.id = w.id and p.user_id = w.user_id
      where p.id is null or w.id is null or p.role <> w.role
    ),
    counts as (
      select id, coalesce(jsonb_agg(user_id) filter (where move = 'into'), '[]') as joined, coalesce(jsonb_agg(user_id) filter (where move = 'outOf'), '[]') as gone,
        count(*) filter (where move = 'into') - count(*) filter (where move = 'outOf') as n
      from moves group by id
    ),
    touched as (
      update conversations c set change = c.change + 1, name = chats.name, closes_at = chats.closes_at,
        participant_count = c.participant_count + coalesce(counts.n, 0)
      from chats left join counts on counts.id = chats.id
      where c.id = chats.id and (counts.id is not null or (chats.name, chats.closes_at) is distinct from (chats.old_name, chats.old_closes_at))
      returning c.id, c.change, c.last_seq, c.last_at, c.is_open, c.participant_count, c.participant_count - coalesce(counts.n, 0) as before_count,
        coalesce(counts.joined, '[]') as joined, coalesce(counts.gone, '[]') as gone
    ),
    put_in as (
      insert into participants (school_id, conversation_id, user_id, role, first_seq, change, is_shown, joined_at)
      select ${school}, t.id, m.user_id, m.role, t.last_seq + 1, t.change, t.is_open, ${now} from moves m join touched t on t.id = m.id where m.move = 'into'
      on conflict (school_id, conversation_id, user_id) do update set role = excluded.role, first_seq = excluded.first_seq, left_seq = null,
        left_name = null, left_count = null, left_at = null, read_seq = 0, delivered_seq = 0, change = excluded.change, is_shown = excluded.is_shown,
        is_archived = false, joined_at = excluded.joined_at
    ),
    -- A group that grows past the size that shows read marks, or shrinks to it, changes everybody in it.
    changed as (
      update participants p set change = t.change, role = coalesce(m.role, case when m.move = 'outOf' then 'member' else p.role end),
        left_seq = case when m.move = 'outOf' then t.last_seq end, has_opened = p.has_opened and m.move is distinct from 'outOf', draft = case when m.move = 'outOf' then '' else p.draft end,
        left_name = case when m.move = 'outOf' then c.old_name end, left_count = case when m.move = 'outOf' then t.participant_count end,
        left_at = case when m.move = 'outOf' then t.last_at end
      from touched t join chats c on c.id = t.id, present o left join moves m on m.id = o.id and m.user_id = o.user_id
      where p.conversation_id = t.id and o.id = t.id and p.user_id = o.user_id
        and (m.id is not null or (t.participant_count <= ${sql.lit(receiptsMax)}) <> (t.before_count <= ${sql.lit(receiptsMax)}))
    ),
    told as (${eventOfRows(context, 'conversation_changed', { conversation: sql`id`, change: sql`change` }, sql`touched`)}),
    moved as (${eventOfRows(
      context,
      'participants_moved',
      { conversation: sql`id`, into: sql`joined`, outOf: sql`gone` },
      sql`touched where is_open and (joined <> '[]' or gone <> '[]')`,
    )})
    select count(*)::int as n from touched`.execute(db);
  return rows[0]?.n ?? 0;
};
