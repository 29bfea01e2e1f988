import { randomUUID } from 'node:crypto';
import { ticketSigner } from '#server/features/events/keys/event-keys.ts';
import { send, tokensOf } from '../people/writes.ts';
import { makeEvent, mark, registerAll, type Setup } from './setup.ts';

/** Tickets that two offline phones scan, the number of those that both scan, and scans per call. */
const [tickets, doubles, atOnce] = [500, 10, 100];

/** Makes a person an admin, who manages all events. Returns their id and token. */
export const adminOf = async ({ client, pool, tokens, school, servers }: Setup) => {
  const id = school.people.at(-1) ?? 0;
  await client.query('update users set is_admin = true where school_id = $1 and id = $2', [
    school.school,
    id,
  ]);
  const desk = { pool, tokens, port: servers[0].port, school: school.school };
  const [jwt = ''] = await tokensOf(desk, [id]);
  return { id, jwt };
};

/** Two phones upload their offline scans, some of them of the same tickets. Returns a line for the figures. */
export const mergePhones = async (setup: Setup, jwt: string): Promise<string> => {
  const { tokens, school, servers } = setup;
  const [{ port }] = servers;
  const { id, encryptedKey } = await makeEvent(setup, { title: 'Two phones', capacity: null });
  const held = await registerAll(setup, id, school.people.slice(0, tickets));
  const sign = ticketSigner(tokens, school.school, id, encryptedKey);
  const codes = held.map((one) => sign({ ticket: String(one.id), seat: 0 }));
  const since = Date.now() - 3_600_000;
  const half = tickets / 2;
  const scansOf = (door: string, from: number, to: number, offset: number) =>
    codes.slice(from, to).map((ticket, n) => ({
      clientId: randomUUID(),
      ticket,
      at: new Date(since + offset + n * 1_000).toISOString(),
      door,
    }));
  const phones = [
    scansOf('North', 0, half + doubles / 2, 0),
    scansOf('South', half - doubles / 2, tickets, 500),
  ];
  // Each sends its later half first, as after a broken connection.
  const batches = phones.flatMap((scans) =>
    Array.from({ length: Math.ceil(scans.length / atOnce) }, (_, n) =>
      scans.slice(n * atOnce, (n + 1) * atOnce),
    ).toReversed(),
  );
  const began = performance.now();
  const answers = await Promise.all(
    batches.map((scans) =>
      send(port, {
        method: 'POST',
        path: `/api/v1/events/${id}/check-ins`,
        jwt,
        body: { scans },
      }),
    ),
  );
  const ms = performance.now() - began;
  const bad = answers.find(({ status }) => status !== 200);
  if (bad !== undefined) throw new Error(`the scans were answered ${bad.text}`);
  const read = async <T>(path: string): Promise<T> =>
    JSON.parse((await send(port, { method: 'GET', path, jwt })).text) as T;
  const { attendees } = await read<{ attendees: { entries: { at: string }[] }[] }>(
    `/api/v1/events/${id}/check-in-kit`,
  );
  const listed = await read<{
    items: { host: { entries: { at: string; repeats: { at: string }[] }[] } }[];
  }>(`/api/v1/events/${id}/attendees?repeats=true&pageSize=100`);
  const inside = attendees.filter(({ entries }) => entries.length === 1).length;
  const found = listed.items.filter(({ host }) =>
    host.entries.some(
      ({ at, repeats }) => repeats.length === 1 && repeats.every((one) => at < one.at),
    ),
  ).length;
  return `Two offline phones scan ${tickets} tickets, ${doubles} of them at both entrances, and send ${batches.length} batches in parallel, the later ones first: ${inside} people are checked in${mark(inside === tickets)}, ${found} duplicates are detected${mark(found === doubles && listed.items.length === doubles)}, the earliest scan counts; merged in ${ms.toFixed(0)} ms.`;
};
