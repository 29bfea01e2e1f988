import { randomBytes, randomUUID } from 'node:crypto';
import { ticketText } from '#contract/events/ticket-code.ts';
import type { Chatter } from './campus.ts';
import type { Stage } from './stage.ts';

/** Data for a misuse run: a calendar with its credentials, a calendar file, and an event to check in at. */
export interface MisuseData {
  /** `Basic` credentials of an app password. */
  readonly basic: string;
  /** Path of the calendar's secret address. */
  readonly feed: string;
  readonly event: string;
  readonly tickets: readonly string[];
}

export const noData: MisuseData = { basic: '', feed: '', event: '', tickets: [] };

const entries = 2_000;
const scans = 500;

/** Creates a calendar with 2,000 weekly entries and an event for a host. */
export const createMisuseData = async (
  { pool, live }: Stage,
  port: number,
  { id, session }: Chatter,
  token: string,
): Promise<MisuseData> => {
  const ask = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        host: 'localhost',
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  };
  const client = await pool.raw.connect();
  try {
    await client.query(`set commons.school_id = '${live.school}'`);
    await client.query('update users set is_admin = true where id = $1', [id]);
    await client.query('update sessions set confirmed_at = now() where id = $1', [session]);
    await ask('/calendar/entries', {
      clientId: randomUUID(),
      title: 'Rowing practice at the boat house',
      note: 'Bring the notes. '.repeat(20),
      timeZone: 'Europe/Berlin',
      dateStart: '2026-12-01T10:00',
      dateEnd: '2026-12-01T11:00',
      rrule: 'FREQ=WEEKLY;COUNT=40',
    });
    await client.query(
      `insert into personal_events (school_id, user_id, client_id, title, note, series, first_at, last_at, created_at, updated_at)
       select school_id, user_id, gen_random_uuid(), title, note, series, first_at, last_at, created_at, updated_at
       from personal_events, generate_series(2, $2) where user_id = $1`,
      [id, entries],
    );
    const [{ email } = { email: '' }] = (
      await client.query<{ email: string }>(
        `update users set email = coalesce(email, 'misuser' || id || '@bench.test') where id = $1 returning email`,
        [id],
      )
    ).rows;
    const { secret } = await ask('/calendar/app-passwords', { name: 'Bench' });
    const { url } = await ask('/calendar/feeds', { name: 'Bench', kinds: ['own'] });
    const { id: event } = await ask('/events', {
      clientId: randomUUID(),
      title: 'Gala',
      dateStart: '2026-12-01T10:00',
      dateEnd: '2026-12-01T12:00',
      timeZone: 'Europe/Berlin',
    });
    return {
      basic: `Basic ${Buffer.from(`${email}:${String(secret)}`).toString('base64')}`,
      feed: new URL(String(url)).pathname,
      event: String(event),
      tickets: Array.from({ length: scans }, (_, at) =>
        ticketText({ event: String(event), ticket: String(1_000 + at), seat: 0 }, randomBytes(64)),
      ),
    };
  } finally {
    client.release(true);
  }
};
