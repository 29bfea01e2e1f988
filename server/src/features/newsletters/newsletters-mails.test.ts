import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sendGraceMs } from '#contract/newsletters/limits.ts';
import { inWorld, type Person } from '../../../test/world.ts';
import { runMaintenance } from '../../kernel/jobs/maintenance.ts';
import { resumeNewsletters } from './newsletters.queries.ts';

const world = inWorld();
let admin: Person;

beforeEach(async () => {
  admin = await world.signInAgain(world.admin);
});
afterEach(async () => {
  await world.sql('delete from newsletters');
  world.mails.length = 0;
});

/** Creates a newsletter to everyone that is sent in half a minute. */
const scheduled = async (title = 'October') => {
  const { id, version } = await admin.call('POST /api/v1/newsletters', {});
  const blocks = [{ kind: 'text' as const, html: '<p>Hello</p>' }];
  const made = await admin.call('PATCH /api/v1/newsletters/{id}', { id, version, title, blocks });
  return admin.call('POST /api/v1/newsletters/{id}/schedule', {
    id,
    version: made.version,
    at: null,
  });
};
const send = async (title?: string) => {
  const one = await scheduled(title);
  world.clock.advance(sendGraceMs);
  await world.app.jobs.settle();
  return one;
};

describe('[INBOX-01] sending with a failing mail server', () => {
  const real: typeof world.mail.send = async (message) => void world.mails.push(message);
  /** Sets the mail server's responses by address. Null accepts the email. */
  const troubled = (answer: (to: string) => object | null) => {
    world.mail.send = async (message) => {
      const trouble = answer(message.to);
      if (trouble !== null) throw Object.assign(new Error('trouble'), trouble);
      return real(message);
    };
  };
  const later = async (minutes: number) => {
    world.clock.advance(minutes * 60_000);
    await world.app.jobs.settle();
  };
  const sentTo = () => world.mails.map(({ to }) => to).toSorted();

  test('retries a deferred email five times without delaying other emails', async () => {
    troubled((to) => (to === world.ben.email ? { responseCode: 451 } : null));
    const { id } = await send();
    expect(sentTo()).toEqual([world.ana, world.cy, admin].map(({ email }) => email).toSorted());
    await later(1);
    expect(sentTo()).toHaveLength(3);
    troubled(() => null);
    await later(5);
    expect(sentTo()).toEqual(
      [world.ana, world.ben, world.cy, admin].map(({ email }) => email).toSorted(),
    );
    world.mails.length = 0;
    troubled((to) => (to === world.ben.email ? { responseCode: 451 } : null));
    const second = await send('Second');
    for (const minutes of [1, 5, 15, 60, 240, 240]) await later(minutes);
    const [copy] = await world.sql(
      'select email_skip_reason, email_attempts from newsletter_copies where newsletter_id = $1 and user_id = $2',
      [second.id, world.ben.id],
    );
    expect(copy).toEqual({ email_skip_reason: 'refused', email_attempts: 5 });
    expect(id).not.toBe(second.id);
  });

  test('loses no email while the mail server is unreachable, and sends each one once', async () => {
    let calls = 0;
    troubled(() => {
      calls += 1;
      return calls === 2 ? { code: 'ECONNREFUSED' } : null;
    });
    await send();
    expect(sentTo()).toHaveLength(1);
    await later(1);
    expect(sentTo()).toHaveLength(1);
    await later(5);
    expect(sentTo()).toEqual(
      [world.ana, world.ben, world.cy, admin].map(({ email }) => email).toSorted(),
    );
    troubled(() => ({ code: 'ECONNREFUSED' }));
    world.mails.length = 0;
    const { id } = await send('Never');
    await later(4 * 24 * 60);
    const left = await world.sql(
      `select 1 from newsletter_copies where newsletter_id = $1 and email_skip_reason is null`,
      [id],
    );
    expect(left).toEqual([]);
  });

  test('includes newsletters whose job was lost, which the hourly maintenance sends', async () => {
    await scheduled();
    await world.sql(`delete from outbox where kind = 'newsletter_scheduled'`);
    world.clock.advance(15 * 60_000);
    await runMaintenance(world.pool, [resumeNewsletters], world.clock.now());
    await world.app.jobs.settle();
    const reader = await world.signInAgain(world.ana);
    expect((await reader.call('GET /api/v1/inbox')).items.map(({ title }) => title)).toEqual([
      'October',
    ]);
  });

  afterEach(() => {
    world.mail.send = real;
  });
});
