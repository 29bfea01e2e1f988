import { describe, expect, test } from 'vitest';
import { inProvider, failure, bodyOf, type ScimBody } from '../../../../test/scim-client.ts';
import { inWorld } from '../../../../test/world.ts';
import { inTransaction } from '../../../kernel/database/database.ts';
import { parseFilter } from '../filters/filter.ts';
import { selectScimGroups } from './groups.queries.ts';

const world = inWorld();
const { scim, patch, filtered, namesUnder, create } = inProvider(world);

describe('a group', () => {
  const group = async (displayName: string, members: readonly string[] = []): Promise<ScimBody> => {
    const answer = await scim('POST', '/Groups', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      displayName,
      externalId: `g-${displayName}`,
      members: members.map((value) => ({ value })),
    });
    expect([answer.status, answer.text]).toEqual([201, answer.text]);
    return bodyOf(answer);
  };
  const members = async (id: string) =>
    (bodyOf(await scim('GET', `/Groups/${id}`))['members'] as ScimBody[])
      .map(({ value }) => value as string)
      .toSorted();

  test('is added with its people, whose responses contain it', async () => {
    const one = await group('Chess', [world.ana.uid, world.ben.uid]);
    expect(one).toMatchObject({
      displayName: 'Chess',
      externalId: 'g-Chess',
      meta: { resourceType: 'Group' },
    });
    expect(await members(one['id'])).toEqual([world.ana.uid, world.ben.uid].toSorted());
    expect(bodyOf(await scim('GET', `/Users/${world.ana.uid}`))['groups']).toEqual([
      {
        value: one['id'],
        $ref: `http://localhost/scim/v2/Groups/${one['id']}`,
        display: 'Chess',
        type: 'direct',
      },
    ]);
    expect(await namesUnder(`groups.value eq "${one['id']}"`)).toEqual(['ana', 'ben']);
    const found = async (filter: string) =>
      (bodyOf(await filtered(filter, 'Groups'))['Resources'] as ScimBody[]).map(
        ({ displayName }) => displayName as string,
      );
    expect(await found('displayName eq "chess"')).toEqual(['Chess']);
    expect(await found(`id eq "${one['id']}" and members eq "${world.ana.uid}"`)).toEqual([
      'Chess',
    ]);
    expect(await found(`members[value eq "${world.cy.uid}"]`)).toEqual([]);
    expect(failure(await filtered('members.display eq "x"', 'Groups'))).toEqual([
      400,
      'invalidFilter',
    ]);
    const listed = bodyOf(await scim('GET', '/Groups?excludedAttributes=members'))[
      'Resources'
    ] as ScimBody[];
    expect(listed[0]).not.toHaveProperty('members');
    expect(
      failure(await scim('POST', '/Groups', { displayName: 'Other', externalId: 'g-Chess' })),
    ).toEqual([409, 'uniqueness']);
  });

  test('accepts the PATCH requests of Entra and Okta, without returning a school of members', async () => {
    const one = await group('Rowing');
    const at = `/Groups/${one['id']}`;
    const answer = await patch(at, {
      op: 'Add',
      path: 'members',
      value: [{ value: world.ana.uid }, { value: world.ben.uid }],
    });
    expect(bodyOf(answer)).not.toHaveProperty('members');
    expect(await members(one['id'])).toHaveLength(2);
    await patch(at, { op: 'Remove', path: `members[value eq "${world.ana.uid}"]` });
    expect(await members(one['id'])).toEqual([world.ben.uid]);
    await patch(
      at,
      { op: 'add', path: 'members', value: { value: world.ana.uid, display: 'ana' } },
      { op: 'Remove', path: 'members', value: [{ value: world.ben.uid }] },
    );
    expect(await members(one['id'])).toEqual([world.ana.uid]);
    await patch(
      at,
      { op: 'replace', path: 'members', value: [{ value: world.cy.uid }] },
      { op: 'replace', value: { id: one['id'], displayName: 'Rowers' } },
    );
    expect(await members(one['id'])).toEqual([world.cy.uid]);
    expect(bodyOf(await scim('GET', at))['displayName']).toBe('Rowers');
    await patch(at, { op: 'remove', path: 'members' });
    expect(await members(one['id'])).toEqual([]);
    await scim('PUT', at, { displayName: 'Crew', members: [{ value: world.ben.uid }] });
    expect(await members(one['id'])).toEqual([world.ben.uid]);
    expect(
      failure(
        await patch(at, {
          op: 'add',
          path: 'members',
          value: [{ value: world.ana.uid }, { value: '12345' }],
        }),
      ),
    ).toEqual([400, 'invalidValue']);
    expect(
      failure(await patch(at, { op: 'add', path: 'members', value: [{ value: world.eve.uid }] })),
    ).toEqual([400, 'invalidValue']);
    expect(
      failure(
        await patch(at, {
          op: 'add',
          path: 'members',
          value: [{ value: one['id'], type: 'Group' }],
        }),
      ),
    ).toEqual([400, 'invalidValue']);
    expect(failure(await patch(at, { op: 'remove', path: 'displayName' }))).toEqual([
      400,
      'invalidValue',
    ]);
    expect(
      failure(
        await patch(at, {
          op: 'replace',
          path: `members[value eq "${world.ben.uid}"].value`,
          value: '1',
        }),
      ),
    ).toEqual([400, 'invalidPath']);
    expect(await members(one['id'])).toEqual([world.ben.uid]);
    const version = bodyOf(await scim('GET', at))['meta']['version'] as string;
    await patch(at, { op: 'add', path: 'members', value: [{ value: world.ana.uid }] });
    expect((await scim('DELETE', at, undefined, { 'if-match': version })).status).toBe(412);
    expect(await scim('DELETE', at)).toMatchObject({ status: 204, text: '' });
    expect((await scim('GET', at)).status).toBe(404);
  });

  test("changes its people's versions when it is added, renamed or deleted", async () => {
    const person = await create();
    const version = async (path: string) =>
      bodyOf(await scim('GET', path))['meta']['version'] as string;
    const user = `/Users/${person['id']}`;
    const seen = [await version(user)];
    const one = await group('Rowing', [person['id']]);
    seen.push(await version(user));
    expect((await scim('GET', user, undefined, { 'if-none-match': seen[1] ?? '' })).status).toBe(
      304,
    );
    await patch(`/Groups/${one['id']}`, { op: 'replace', path: 'displayName', value: 'Rowers' });
    seen.push(await version(user));
    await scim('DELETE', `/Groups/${one['id']}`);
    expect(await version(user)).toBe(seen[0]);
    expect(new Set(seen).size).toBe(3);
  });

  test('returns shorter pages if their groups have too many members', async () => {
    const ids = (await Promise.all([create(), create(), create()])).map(
      (one) => one['id'] as string,
    );
    const names = ['Page a', 'Page b', 'Page c', 'Page d'];
    for (const [index, name] of names.entries())
      await group(name, ids.slice(0, index === 1 ? 3 : 1));
    const pageFrom = async (start: number, max: number, hasMembers = true) => {
      const filter = parseFilter('displayName sw "page "');
      const { rows, total } = await inTransaction(world.pool, { school: world.school }, (db) =>
        selectScimGroups(db, filter, { start, count: 10 }, hasMembers, max),
      );
      return [total, ...rows.map(({ display_name }) => display_name)];
    };
    // Ids are random, so the order is too.
    const [, ...order] = await pageFrom(1, 4, false);
    expect(order.toSorted()).toEqual(names);
    for (const [start, max] of [
      [1, 4],
      [1, 3],
      [2, 2],
      [3, 4],
      [4, 1],
    ] as const) {
      let people = 0;
      const fitting = order.slice(start - 1).filter((name) => {
        const fits = people < max;
        people += name === 'Page b' ? Math.min(3, max) : 1;
        return fits;
      });
      expect(await pageFrom(start, max)).toEqual([4, ...fitting]);
    }
  });

  test('loses people that the provider removes, and changes its version', async () => {
    const person = await create();
    const one = await group('Leavers', [person['id']]);
    const before = bodyOf(await scim('GET', `/Groups/${one['id']}`))['meta']['version'] as string;
    await scim('DELETE', `/Users/${person['id']}`);
    expect(
      (await scim('GET', `/Groups/${one['id']}`, undefined, { 'if-none-match': before })).status,
    ).toBe(200);
    expect(await members(one['id'])).toEqual([]);
    expect(
      failure(
        await patch(`/Groups/${one['id']}`, {
          op: 'add',
          path: 'members',
          value: [{ value: person['id'] }],
        }),
      ),
    ).toEqual([400, 'invalidValue']);
  });
});
