import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { someone } from '../../testing/stage.tsx';
import { buttonsFor, focusFor } from './connect-rules.ts';
import { patchPerson, readConnectReply } from './connections.data.ts';

describe('buttons for a status', () => {
  test.each([
    [-2, ['requesting'], ['message']],
    [-1, ['view'], ['view']],
    [0, ['connect'], ['message']],
    [1, ['message', 'menu'], ['message']],
    [2, ['pending'], ['message']],
    [3, ['accept', 'delete'], ['message']],
  ] as const)(
    '[CONN-01] [CONN-04] status %i: %j with connect on, %j with it off',
    (connectionStatus, on, off) => {
      expect(buttonsFor({ connectionStatus }, true)).toEqual(on);
      expect(buttonsFor({ connectionStatus }, false)).toEqual(off);
    },
  );

  test('[CONN-03] the button that gets focus is visible', () => {
    for (const status of [-2, -1, 0, 1, 2, 3] as const)
      expect(buttonsFor({ connectionStatus: status }, true)).toContain(focusFor(status));
  });
});

describe('the response of a connect call', () => {
  test.each([
    [{ success: 'true', connectionStatus: 2 }, 2],
    [{ success: 'true', connectionStatus: 0 }, 0],
    [{ success: 'true', connectionStatus: -1 }, -1],
    [{ success: true, connectionStatus: 2 }, null],
    [{ success: 1, connectionStatus: 2 }, null],
    [{ success: 'True', connectionStatus: 2 }, null],
    [{ success: 'false', connectionStatus: 2 }, null],
    [{ success: 'true' }, null],
    [{ success: 'true', connectionStatus: null }, null],
    [{ connectionStatus: 2 }, null],
    [{}, null],
    [null, null],
    ['true', null],
    [[], null],
  ])(
    '[CONN-05] %j gives %j: success must be the text true, with a connectionStatus',
    (reply, status) => expect(readConnectReply(reply)).toBe(status),
  );

  test('[CONN-05] only the text true means success', () => {
    fc.assert(
      fc.property(
        fc.anything().filter((success) => success !== 'true'),
        (success) => {
          expect(readConnectReply({ success, connectionStatus: 1 })).toBeNull();
        },
      ),
    );
  });
});

test('[CONN-02] the new status applies to every copy of this person and to no one else', () => {
  const other = { ...someone, uid: '8' };
  const answer = [{ people: [someone, other], total: 2 }];
  const next = patchPerson(answer, '7', 1);
  expect(
    next[0]?.people.map((person) => [person.uid, person.connectionStatus, person.can.message]),
  ).toEqual([
    ['7', 1, true],
    ['8', 0, false],
  ]);
  expect(next[0]?.people[1]).toBe(other);
  expect(patchPerson(answer, '9', 1)).toBe(answer);
});
