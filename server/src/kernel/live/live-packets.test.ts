import { describe, expect, test } from 'vitest';
import { inPackets, withSpread } from './live-packets.ts';
import type { Broadcast } from './live.ts';

const said = (
  room: `person:${number}` | `conversation:${number}`,
  uid: string,
  except?: number[],
): Broadcast => ({
  rooms: [room],
  event: { kind: 'connections_changed', uid },
  ...(except && { except }),
});

describe('broadcasts of one transaction', () => {
  test('broadcasts to the same people share a packet and keep their order', () => {
    expect(
      inPackets([
        said('person:1', 'a'),
        said('person:2', 'b'),
        said('person:1', 'c'),
        said('person:1', 'd', [4]),
      ]),
    ).toEqual([
      {
        rooms: ['person:1'],
        except: [],
        events: ['a', 'c'].map((uid) => ({ kind: 'connections_changed', uid })),
      },
      { rooms: ['person:2'], except: [], events: [{ kind: 'connections_changed', uid: 'b' }] },
      { rooms: ['person:1'], except: [4], events: [{ kind: 'connections_changed', uid: 'd' }] },
    ]);
  });

  test('broadcasts before and after someone joins a room stay in separate packets', () => {
    const moved: Broadcast = { person: 7, into: 'conversation:3' };
    const packets = inPackets([
      said('conversation:3', 'before'),
      moved,
      said('conversation:3', 'after'),
    ]);
    expect(packets.map((one) => ('events' in one ? one.events.length : one))).toEqual([
      1,
      moved,
      1,
    ]);
  });
});

test('the more sockets receive an event, the longer clients spread their requests; other events stay as they are', () => {
  const changed = {
    kind: 'posts_changed',
    post: '1',
    club: null,
    what: 'counted',
    spreadMs: 0,
  } as const;
  const other = { kind: 'connections_changed', uid: 'a' } as const;
  expect(withSpread([changed, other], () => 10_000)).toEqual([
    { ...changed, spreadMs: 100_000 },
    other,
  ]);
  expect(withSpread([changed], () => 2)).toEqual([{ ...changed, spreadMs: 20 }]);
});
