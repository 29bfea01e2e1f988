import { send, tokensOf } from '../people/writes.ts';
import { mark, middle, type Setup } from './setup.ts';

/** Items of the feed, and the number of reads. */
const [entries, reads] = [2_000, 20];

/** Measures a person's feed with many items, and again without changes. Returns a line for the figures. */
export const readFeed = async (setup: Setup): Promise<string> => {
  const { client, pool, tokens, school, servers } = setup;
  const [{ port }] = servers;
  // A person who isn't used by other parts.
  const me = school.people.find((one) => !school.askers.some(({ id }) => id === one)) ?? 0;
  await client.query('delete from event_registrations where school_id = $1 and user_id = $2', [
    school.school,
    me,
  ]);
  await client.query(
    `insert into event_registrations (school_id, event_id, user_id, status, number, registered_at, changed_at)
    select $1, e.id, $2, 'registered', 9000, now(), now() from events e where e.school_id = $1 and e.registration = 'event'
      and e.status = 'published' and e.ends_at > now() - interval '80 days' and not exists (select from event_hosts h
        where h.school_id = e.school_id and h.event_id = e.id and h.user_id = $2)
    order by e.id limit $3`,
    [school.school, me, entries],
  );
  const [jwt = ''] = await tokensOf({ pool, tokens, port, school: school.school }, [me]);
  const made = await send(port, {
    method: 'POST',
    path: '/api/v1/calendar/feeds',
    jwt,
    body: { name: 'Bench', kinds: ['event', 'club'] },
  });
  if (made.status !== 200) throw new Error(`the feed answered ${made.text}`);
  const { url } = JSON.parse(made.text) as { url: string };
  const path = new URL(url, 'http://localhost').pathname;
  const read = (headers: Record<string, string> = {}) =>
    send(port, { method: 'GET', path, headers });
  const first = await read();
  const held = first.text.match(/BEGIN:VEVENT/g)?.length ?? 0;
  const [whole, same]: [number[], number[]] = [[], []];
  let unchanged = 0;
  for (let n = 0; n < reads; n += 1) {
    whole.push((await read()).ms);
    const again = await read({ 'if-none-match': first.etag ?? '' });
    same.push(again.ms);
    if (again.status === 304) unchanged += 1;
  }
  const ms = middle(whole);
  return `A feed of ${held.toLocaleString('en')} entries (${Math.round(first.text.length / 1024)} KiB): ${ms.toFixed(0)} ms${mark(ms < 150)}, median of ${reads} reads (aim: under 150), slowest ${Math.max(...whole).toFixed(0)}; ${unchanged} of ${reads} conditional reads returned 304${mark(unchanged === reads)}, ${middle(same).toFixed(0)} ms.`;
};
