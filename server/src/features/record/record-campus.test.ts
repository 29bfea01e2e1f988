import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { PublicDocument } from '#contract/record/public.endpoints.ts';
import { inWorld, type Person } from '../../../test/world.ts';
import { maintenance } from '../../app.ts';
import { runMaintenance } from '../../kernel/jobs/maintenance.ts';

const world = inWorld({ ownDatabase: true });
const dayMs = 86_400_000;
const dayIn = (at: number, timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at);

const entriesOf = async (who: Person, source: string) =>
  (await who.call('GET /api/v1/cct/entries')).items.filter((one) => one.source === source);

test(
  '[CCT-01] attended events count on their local day, and a later event revokes no issued document',
  { tags: ['soak'] },
  async () => {
    const { admin, cy } = world;
    await admin.call('POST /api/v1/school/record/kinds', { name: 'Taking part', source: 'events' });
    // 1:30 in UTC is the previous evening in New York.
    const today = Math.floor(world.clock.now().getTime() / dayMs) * dayMs;
    const evening = (days: number) => today + days * dayMs + 5_400_000;
    const events = await Promise.all(
      [2, 3].map((days) =>
        admin.call('POST /api/v1/events', {
          clientId: randomUUID(),
          title: `Evening ${days}`,
          dateStart: new Date(evening(days)).toISOString(),
          dateEnd: new Date(evening(days) + 3_600_000).toISOString(),
          timeZone: 'America/New_York',
        }),
      ),
    );
    for (const { id } of events) await cy.call('PUT /api/v1/events/{id}/registration', { id });
    world.clock.advance(4 * dayMs);
    const [staff, holder] = [await world.signInAgain(admin), await world.signInAgain(cy)];
    const attended = async (at: number) => {
      await staff.call('POST /api/v1/events/{id}/attendees', {
        id: events[at]?.id ?? '',
        uids: [cy.uid],
        act: 'attended',
      });
      await world.app.jobs.settle();
    };
    const days = async () =>
      (await entriesOf(holder, 'events')).map(({ startsOn, endsOn }) => [startsOn, endsOn]);
    const [first, last] = [2, 3].map((one) => dayIn(evening(one), 'America/New_York'));
    await attended(1);
    expect(await days()).toEqual([[last, last]]);
    const issue = (kind: 'transcript' | 'learner_record') =>
      holder.call('POST /api/v1/cct/documents', { clientId: randomUUID(), kind });
    const [transcript, record] = [await issue('transcript'), await issue('learner_record')];
    await attended(0);
    expect(await days()).toEqual([[first, last]]);
    const { body } = await world.visit(`/api/v1/public/record?code=${transcript.code}`);
    expect((body as { document: PublicDocument }).document.entries).toMatchObject([
      { status: 'valid', startsOn: last },
    ]);
    expect(JSON.stringify((await world.visit('/record/revocations.json')).body)).not.toContain(
      record.url,
    );
  },
);

test("[CCT-01] positions start and end on days in the school's time zone", async () => {
  const zone = world.clock.now().getUTCHours() < 12 ? 'Etc/GMT+12' : 'Pacific/Kiritimati';
  await world.sql(
    `insert into terms (school_id, code, name, starts_on, ends_on, time_zone) values ($1, 'now', 'Now', '2026-01-01', '2036-01-01', $2)`,
    [world.school, zone],
  );
  const admin = await world.signInAgain(world.admin);
  await admin.call('POST /api/v1/school/record/kinds', { name: 'Leading', source: 'positions' });
  const club = await admin.call('POST /api/v1/clubs', {
    clientId: randomUUID(),
    name: 'Night Sky',
    membership: 'open',
  });
  const ana = await world.signInAgain(world.ana);
  await ana.call('PUT /api/v1/clubs/{id}/membership', { id: club.id });
  const [president] = (await admin.call('GET /api/v1/school/club-positions')).items;
  const put = async (position: string | null) => {
    await admin.call('PATCH /api/v1/clubs/{id}/members', {
      id: club.id,
      uids: [world.ana.uid],
      act: 'position',
      position,
    } as never);
    await world.app.jobs.settle();
    await runMaintenance(world.pool, maintenance, world.clock.now());
  };
  const today = dayIn(world.clock.now().getTime(), zone);
  expect(today).not.toBe(world.clock.now().toISOString().slice(0, 10));
  await put(president?.id ?? '');
  await put(null);
  expect(await entriesOf(ana, 'position')).toMatchObject([{ startsOn: today, endsOn: today }]);
});
