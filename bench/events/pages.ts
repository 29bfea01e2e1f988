import type pg from 'pg';
import type { BenchSchool } from '../people/school.ts';
import type { PeerWorkload } from '../peers/workloads.ts';

const aim: PeerWorkload['aim'] = { ms: 3, share: 0.3 };
const dayMs = 86_400_000;
const encoded = encodeURIComponent;

/** Returns the measured pages, each as a call of the product and of the baseline. */
export const pagesOf = async (
  client: pg.ClientBase,
  { school }: BenchSchool,
): Promise<PeerWorkload[]> => {
  // Upcoming events for everyone.
  const { rows: events } = await client.query<{ id: string }>(
    `select id from events where school_id = $1 and audience in ('public', 'school') and ends_at > now() and starts_at < now() + interval '60 days'
    order by md5(title) limit 500`,
    [school],
  );
  const monday = Math.floor(Date.now() / dayMs) * dayMs;
  const list = (name: string, more: string): PeerWorkload => ({
    name,
    aim,
    isBearer: true,
    holds: /"items":\[\{/,
    paths: ({ chance }) => {
      const offset = 20 * chance.below(5);
      return {
        ours: [`/api/v1/events?pageOffset=${offset}&pageSize=20${more}`],
        loop: [`/coming?v=${offset}`],
      };
    },
  });
  return [
    {
      name: 'own calendar of a week',
      aim,
      isBearer: true,
      holds: /"items":\[\{/,
      paths: ({ me, chance }) => {
        const from = monday + (chance.below(8) - 3) * 7 * dayMs;
        const [start, end] = [from, from + 7 * dayMs].map((at) => new Date(at).toISOString());
        return {
          ours: [
            `/api/v1/calendar?from=${encoded(start ?? '')}&to=${encoded(end ?? '')}&timeZone=UTC`,
          ],
          loop: [`/week?v=${me.id}&v=${start}&v=${end}`],
        };
      },
    },
    list('coming events, counted up to 1,000', ''),
    list('coming events, not counted', '&counted=0'),
    {
      name: 'event page',
      aim,
      isBearer: true,
      holds: /"attendees":\{/,
      paths: ({ chance }) => {
        const { id } = chance.pick(events);
        return { ours: [`/api/v1/events/${id}`], loop: [`/event?v=${id}`] };
      },
    },
  ];
};
