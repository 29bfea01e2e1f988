import fc from 'fast-check';
import { expect, test } from 'vitest';
import { effort, seed } from '../../../test/effort.ts';
import type { SchoolId } from '../ids.ts';
import { openPresence, type Presence, type PresenceMessage } from './live-presence.ts';

const school = 1 as SchoolId;

/** Delivers a message as the hub does. Returns the bytes that were sent, including the reply of a server that received a request. */
const deliver = (
  message: PresenceMessage | undefined,
  from: Presence,
  to: readonly Presence[],
): number => {
  if (message === undefined) return 0;
  const isIncomplete = to.map((one) => one.received(message).isIncomplete).includes(true);
  const bytes = JSON.stringify(message).length;
  return isIncomplete ? bytes + deliver(from.everybody(), from, to) : bytes;
};

test('the bytes that servers exchange grow linearly with the number of people who come online', () => {
  const bytesFor = (people: number): number => {
    const [one, two] = [openPresence('one', () => 0), openPresence('two', () => 0)];
    let bytes = deliver(one.everybody(), one, [two]);
    for (let person = 100_000; person < 100_000 + people; person += 1) {
      one.connected(school, person);
      bytes += deliver(one.changes(), one, [two]);
    }
    expect(two.isOnline(school, 100_000 + people - 1)).toBe(true);
    return bytes;
  };
  expect(bytesFor(4_000) / bytesFor(1_000)).toBeLessThan(4.2);
  expect(bytesFor(4_000) / 4_000).toBeLessThan(100);
});

const step = fc.oneof(
  fc.record({
    act: fc.constantFrom('connected', 'disconnected'),
    on: fc.nat(2),
    person: fc.nat(5),
  }),
  fc.record({
    act: fc.constantFrom('send', 'lose', 'alive'),
    on: fc.nat(2),
    person: fc.constant(0),
  }),
);

test('after lost messages, all servers agree on who is online, and watchers get the right changes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const servers = ['one', 'two', 'three'].map((name) => openPresence(name, () => 0));
      const sockets = servers.map(() => new Map<number, number>());
      /** The people whom the watchers on each server see as online. */
      const seen = servers.map(() => new Set<string>());
      const broadcast = (from: number, message: PresenceMessage | undefined): void => {
        if (message === undefined) return;
        let isAsked = false;
        for (const [at, other] of servers.entries()) {
          if (at === from) continue;
          const { came, went, isIncomplete } = other.received(message);
          for (const name of came) seen[at]?.add(name);
          for (const name of went) seen[at]?.delete(name);
          isAsked ||= isIncomplete;
        }
        if (isAsked) broadcast(from, servers[from]?.everybody());
      };
      for (const { act, on, person } of steps) {
        const one = servers[on];
        const open = sockets[on];
        if (one === undefined || open === undefined) continue;
        const count = open.get(person) ?? 0;
        if (act === 'connected') {
          open.set(person, count + 1);
          if (one.connected(school, person)) seen[on]?.add(`${school}/${person}`);
        } else if (act === 'disconnected' && count > 0) {
          open.set(person, count - 1);
          if (one.disconnected(school, person)) seen[on]?.delete(`${school}/${person}`);
        } else if (act === 'send') broadcast(on, one.changes());
        else if (act === 'lose') one.changes();
        else if (act === 'alive') broadcast(on, one.alive());
      }
      for (const on of servers.keys()) broadcast(on, servers[on]?.changes());
      for (const on of servers.keys()) broadcast(on, servers[on]?.alive());
      const online = [0, 1, 2, 3, 4, 5].filter((person) =>
        sockets.some((open) => (open.get(person) ?? 0) > 0),
      );
      for (const [at, one] of servers.entries()) {
        const found = [0, 1, 2, 3, 4, 5].filter((person) => one.isOnline(school, person));
        expect(found).toEqual(online);
        expect([...(seen[at] ?? [])].toSorted()).toEqual(online.map((one) => `${school}/${one}`));
      }
    }),
    { numRuns: effort({ quick: 200, full: 5_000 }), seed },
  );
});

test('people on a silent server go offline unless they are also on another server', () => {
  let now = 0;
  const [one, two, three] = ['one', 'two', 'three'].map((name) => openPresence(name, () => now));
  if (one === undefined || two === undefined || three === undefined)
    throw new Error('three servers');
  two.connected(school, 7);
  two.connected(school, 8);
  three.connected(school, 8);
  one.received(two.everybody());
  one.received(three.everybody());
  now = 20_000;
  one.received(three.alive());
  now = 31_000;
  expect(one.dropSilentServers()).toEqual(['1/7']);
  expect([one.isOnline(school, 7), one.isOnline(school, 8)]).toEqual([false, true]);
});
