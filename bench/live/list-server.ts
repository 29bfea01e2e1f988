import { createServer } from 'node:http';
import pg from 'pg';

/*
 * The raw twin of the notifications list, in a process of its own: `list-server.ts <database> <school>`. Plain node:http and pg:
 * `/list?me=&offset=` answers what the statement of notifications.queries.ts answers, with the school written into it where the
 * product's fence puts it. No session, no checks, no schemas, as a superuser. `/list-prepared`: planned once a connection.
 */
const [, , url = '', school = ''] = process.argv;
const pool = new pg.Pool({ connectionString: url, max: 20 });
let sent = 0;

const list = `
  select m.total, m.unread, m.change, coalesce((select jsonb_agg(i order by i.changed_at desc, i.id) from (
      select n.id, n.key, n.group_id, n.kind, cardinality(n.actors) as people_count, n.conversation_id, n.created_at, n.changed_at, n.read_at,
        n.deleted_at, n.change,
        case when n.conversation_id is not null then (
          select c.name from participants p join conversations c on c.school_id = p.school_id and c.id = p.conversation_id
          where p.school_id = $1::int and p.conversation_id = n.conversation_id and p.user_id = $2::bigint and p.left_seq is null) end as conversation_name,
        coalesce((
          select jsonb_agg(f order by f.place) from (
            select u.id, u.first_name, u.last_name, u.photo, a.place
            from unnest(n.actors) with ordinality as a(id, place) join users u on u.school_id = $1::int and u.id = a.id
            where not u.is_disabled
              and not (exists (select from blocks b where b.school_id = $1::int and b.blocker_id = u.id and b.blocked_id = $2::bigint)
                and exists (select from blocked_pairs b where b.school_id = $1::int and b.user_id = $2::bigint and b.other_id = u.id))
              and (not u.has_hold or exists (select from connections c where c.school_id = $1::int
                and c.low_id = least(u.id, $2::bigint) and c.high_id = greatest(u.id, $2::bigint)))
            order by a.place limit 3
          ) as f), '[]') as people
      from notifications n where n.school_id = $1::int and n.user_id = $2::bigint and n.is_listed and n.deleted_at is null
      order by n.changed_at desc, n.id limit 20 offset $3
    ) as i), '[]') as items
  from notification_marks m where m.school_id = $1::int and m.user_id = $2::bigint`;

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://twin');
  sent += 1;
  const values = [school, searchParams.get('me'), searchParams.get('offset')];
  pool.query({ text: list, values, ...(pathname === '/list-prepared' && { name: 'list' }) }).then(
    ({ rows }) => {
      const body = JSON.stringify(rows[0]);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
    },
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      response.writeHead(500, { 'content-length': 0 }).end();
    },
  );
});
server.listen(0, '127.0.0.1', () => {
  const bound = server.address();
  process.send?.({ port: typeof bound === 'object' && bound !== null ? bound.port : 0 });
});
process.on('message', () => {
  globalThis.gc?.();
  process.send?.({ sent, cpu: process.cpuUsage(), memory: process.memoryUsage() });
});
process.on('disconnect', () => process.exit());
