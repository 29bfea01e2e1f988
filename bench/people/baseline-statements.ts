/** A call of the baseline: one statement, with its parameters from the address after the school ($1). */
interface BaselineStatement {
  readonly text: string;
  readonly takes: readonly string[];
}

const columns = `u.id, u.first_name, u.last_name, u.gender_pronoun, u.account_type, u.year_of_graduation, u.major,
  u.photo, u.cover, u.is_admin, u.is_listed, u.bio, u.languages, u.company_name, u.work_title, u.looking_for, u.industries,
  u.interests, u.sports, u.email, u.phone_work, u.phone_home, u.phone_mobile, u.city, u.zipcode, u.state, u.country,
  u.current_address, u.locale, c.requested_by, c.is_accepted`;

const tie = `left join connections c
  on c.school_id = u.school_id and c.low_id = least(u.id, $2::bigint) and c.high_id = greatest(u.id, $2::bigint)`;

const mine = `mine as materialized (select other_id from connected where school_id = $1::int and user_id = $2::bigint)`;

/** Selects mutual connections of the people on `page`, with the faces of some. */
const faces = (each: number) => `common as (
    select c.user_id, c.other_id, count(*) over (partition by c.user_id)::int as n,
      row_number() over (partition by c.user_id order by c.other_id) as position
    from connected c join mine on mine.other_id = c.other_id
    join users o on o.school_id = $1::int and o.id = c.other_id and not o.is_disabled
    where c.school_id = $1::int and c.user_id = any(array(select id from page)) and c.user_id <> $2::bigint
  ),
  faces as (
    select m.user_id, max(m.n) as n, json_agg(json_build_array(f.id, f.first_name, f.last_name, f.photo) order by m.position) as faces
    from common m join users f on f.school_id = $1::int and f.id = m.other_id where m.position <= ${each} group by m.user_id
  )`;

const window = (where: string, offset: string) => `page as (
    select u.id, row_number() over (order by u.sort_name, u.id) as position from users u
    where u.school_id = $1::int and not u.is_disabled ${where} order by u.sort_name, u.id limit 20 offset ${offset}
  )`;

const stored = (facet: string) =>
  `(select sum(people)::int from facet_counts where school_id = $1::int and facet = ${facet})`;

/** Selects everything that the product returns for a window: people, their relationship to the asker, mutual faces, and the total. */
const answer = (pages: string, total: string) => `with ${mine}, ${pages}, ${faces(3)}
  select ${columns}, faces.n, faces.faces, ${total} as total
  from page join users u on u.school_id = $1::int and u.id = page.id ${tie} left join faces on faces.user_id = u.id order by page.position`;

const withFacet = `and exists (select from user_facets f where f.school_id = u.school_id and f.user_id = u.id and f.facet = $3)`;

const met = `met as materialized (
    select user_id, max(score) as score from (
      select user_id, 6 as score from user_words where school_id = $1::int and word = $3
      union all select user_id, 4 from user_words where school_id = $1::int and word > $3 and word < $3 || U&'\\+10FFFF'
      union all select user_id, 3 from user_words where school_id = $1::int and word in (
        select d.word from word_deletions d where d.school_id = $1::int and d.deletion = any(word_spellings($3))
          and greatest(length(d.word), length($3)) >= 5 and is_one_typo(d.word, $3))
      union all select user_id, 1 from user_words where school_id = $1::int and word >= '~' || $3 and word < '~' || $3 || U&'\\+10FFFF'
    ) as met group by user_id
  )`;

/** The product's order of the best hundred: score, own connections, mutual connections, same year and major, name. */
const best = `${met},
  near as (
    select u.id, u.sort_name, met.score, u.id in (select other_id from mine) as is_mine
    from met join users u on u.school_id = $1::int and u.id = met.user_id and not u.is_disabled
    order by met.score desc, is_mine desc, u.sort_name, u.id limit 100
  ),
  page as (
    select id, row_number() over (order by score desc, is_mine desc, mutual desc, same desc, sort_name, id) as position from (
      select near.*,
        (select count(*) from connected c where c.school_id = $1::int and c.user_id = near.id and c.other_id in (select other_id from mine)) as mutual,
        (select count(*) from user_facets f where f.school_id = $1::int and f.user_id = near.id and f.facet in (
          select unnest(array['major:' || v.major, 'year_of_graduation:' || v.year_of_graduation]) from users v where v.school_id = $1::int and v.id = $2::bigint)) as same
      from near) as ranked order by position limit 20
  )`;

const pair = `least($2::bigint, $3::bigint), greatest($2::bigint, $3::bigint)`;
const print = (kind: string) => `insert into outbox (school_id, kind, actor_id, payload)
  select school_id, '${kind}', $2::bigint, jsonb_build_object('from', $2::bigint, 'to', $3::bigint) from changed`;

export const baselineStatements: Readonly<Record<string, BaselineStatement>> = {
  page: { text: answer(window('', '$3::int'), stored(`'all:'`)), takes: ['me', 'offset'] },
  filter: { text: answer(window(withFacet, '0'), stored('$3')), takes: ['me', 'facet'] },
  search: { text: answer(best, `(select count(*) from met)::int`), takes: ['me', 'word'] },
  profile: {
    text: `with ${mine}, page as (select $3::bigint as id), ${faces(40)}
      select ${columns}, faces.n, faces.faces from users u ${tie} left join faces on faces.user_id = u.id
      where u.school_id = $1::int and u.id = $3::bigint and not u.is_disabled`,
    takes: ['me', 'id'],
  },
  request: {
    text: `with changed as (insert into connections (school_id, low_id, high_id, requested_by, requested_at)
      values ($1::int, ${pair}, $2::bigint, now()) on conflict do nothing returning school_id) ${print('connection_requested')}`,
    takes: ['me', 'id'],
  },
  cancel: {
    text: `with changed as (delete from connections where school_id = $1::int and low_id = least($2::bigint, $3::bigint)
      and high_id = greatest($2::bigint, $3::bigint) returning school_id) ${print('connection_ended')}`,
    takes: ['me', 'id'],
  },
  /** A page of the notification list (bench/live/list.ts), as the statement of notifications.queries.ts returns it. */
  list: {
    text: `select m.total, m.unread, m.change, coalesce((select jsonb_agg(i order by i.changed_at desc, i.id) from (
      select n.id, n.key, n.group_id, n.kind, cardinality(n.actors) as people_count, n.conversation_id, n.created_at, n.changed_at, n.read_at,
        n.deleted_at, n.change,
        case when n.conversation_id is not null then (
          select c.name from participants p join conversations c on c.school_id = p.school_id and c.id = p.conversation_id
          where p.school_id = $1::int and p.conversation_id = n.conversation_id and p.user_id = $2::bigint and p.left_seq is null) end as conversation_name,
        coalesce((
          select jsonb_agg(f order by f.position) from (
            select u.id, u.first_name, u.last_name, u.photo, a.position
            from unnest(n.actors) with ordinality as a(id, position) join users u on u.school_id = $1::int and u.id = a.id
            where not u.is_disabled
              and not (exists (select from blocks b where b.school_id = $1::int and b.blocker_id = u.id and b.blocked_id = $2::bigint)
                and exists (select from blocked_pairs b where b.school_id = $1::int and b.user_id = $2::bigint and b.other_id = u.id))
              and (not u.has_hold or exists (select from connections c where c.school_id = $1::int
                and c.low_id = least(u.id, $2::bigint) and c.high_id = greatest(u.id, $2::bigint)))
            order by a.position limit 3
          ) as f), '[]') as people
      from notifications n where n.school_id = $1::int and n.user_id = $2::bigint and n.is_listed and n.deleted_at is null
      order by n.changed_at desc, n.id limit 20 offset $3
    ) as i), '[]') as items
  from notification_counters m where m.school_id = $1::int and m.user_id = $2::bigint`,
    takes: ['me', 'offset'],
  },
};
