import { beforeAll, expect, test } from 'vitest';
import { inCampus } from './in-campus.ts';

const { campus, refused, stored } = inCampus();

beforeAll(async () => {
  for (const code of ['west', 'east']) await campus(['school', 'add', code]);
});

test(
  'an operator creates a key, lists it without its token, and revokes it; the activity log records both',
  { tags: ['soak'] },
  async () => {
    const { code, out } = await campus(['scim', 'key', 'add', ' Entra ', '--school', 'west']);
    expect([code, out]).toEqual([0, expect.stringMatching(/^commons_key_[\w-]{43}\n$/)]);
    const rows = await stored('west', 'select id, name, ended_at, k::text as row from api_keys k');
    expect(rows).toMatchObject([{ name: 'Entra', ended_at: null }]);
    expect(String(rows[0]?.['row'])).not.toContain(out.trim());
    const id = String(rows[0]?.['id']);
    const listed = await campus(['scim', 'key', 'list', '--school', 'west']);
    expect(listed.out).toMatch(
      new RegExp(`^${id}  Entra  made [\\d-]+ [\\d:]+ UTC  never used\n$`),
    );
    expect((await campus(['scim', 'key', 'list', '--school', 'east'])).out).toBe('');
    await refused(
      ['scim', 'key', 'end', id, '--school', 'east'],
      /^east has no active key \d+; "scim key list" shows them\.$/m,
    );
    expect((await campus(['scim', 'key', 'end', id, '--school', 'west'])).out).toBe(
      `Revoked key ${id}.\n`,
    );
    await refused(['scim', 'key', 'end', id, '--school', 'west'], /^west has no active key/);
    await refused(['scim', 'key', 'end', 'x', '--school', 'west'], /^west has no active key x/);
    await refused(
      ['scim', 'key', 'add', ' ', '--school', 'west'],
      /^Give the key a name of up to 80 characters\.$/m,
    );
    expect(
      await stored('west', 'select kind, actor_id, detail from activity_log order by number'),
    ).toEqual([
      {
        kind: 'key_made',
        actor_id: null,
        detail: { name: 'Entra', scopes: ['provisioning'], expiresAt: null },
      },
      { kind: 'key_ended', actor_id: null, detail: { name: 'Entra', scopes: ['provisioning'] } },
    ]);
  },
);
