import { afterEach, beforeAll } from 'vitest';
import type { WebhookEvent } from '#contract/webhooks/events.ts';
import type { Webhook } from '#contract/webhooks/endpoints.ts';
import { inReceiver } from './webhook-receiver.ts';
import type { Person, World } from './world.ts';

/** A receiver, an admin with webhooks for it, and actions that trigger them. Each test starts without webhooks. */
export const inWebhooks = (world: World) => {
  const { receiver, at, verified } = inReceiver();
  /** Returns a person with valid tokens, without repeated sign-ins, because those are slow on purpose. */
  const fresh = (person: 'ana' | 'admin') => {
    let [who, until]: [Person | undefined, number] = [undefined, 0];
    return async (): Promise<Person> => {
      if (who === undefined || world.clock.now().getTime() > until) {
        who = await world.signInAgain(world[person]);
        until = world.clock.now().getTime() + 300_000;
      }
      return who;
    };
  };
  const admin = fresh('admin');
  const ana = fresh('ana');
  const settle = () => world.app.jobs.settle();
  beforeAll(() =>
    world.sql(`update users set is_admin = true where username = 'eve'`, [], world.otherSchool),
  );
  afterEach(async () => {
    receiver.answer = () => ({ status: 204 });
    await settle();
    for (const school of [world.school, world.otherSchool])
      for (const left of ['webhooks', 'outbox where due_at is not null'])
        await world.sql(`delete from ${left}`, [], school);
  });
  return {
    receiver,
    at,
    verified,
    admin,
    settle,
    later: async (ms: number) => {
      world.clock.advance(ms);
      await settle();
    },
    add: async (path: string, events: WebhookEvent[] = ['person.changed'], who?: Person) =>
      (who ?? (await admin())).call('POST /api/v1/webhooks', { url: receiver.url + path, events }),
    read: async (id: string): Promise<Webhook | undefined> =>
      (await (await admin()).call('GET /api/v1/webhooks')).items.find((one) => one.id === id),
    sent: async (id: string) =>
      (await (await admin()).call('GET /api/v1/webhooks/{id}/deliveries', { id })).items,
    remove: async (id: string) => (await admin()).call('DELETE /api/v1/webhooks/{id}', { id }),
    /** Triggers events at the first school. */
    happen: async (times = 1) => {
      const who = await ana();
      for (let n = 0; n < times; n += 1)
        await who.call('PATCH /api/v1/profile', {
          workTitle: `Title ${world.clock.now().getTime()} ${n}`,
        });
    },
    code: ({ body }: { body: unknown }) => (body as { code?: string }).code,
  };
};
