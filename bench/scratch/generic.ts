import { readFile } from 'node:fs/promises';
import { openPool } from '#server/kernel/database.ts';
import { sightOf, seenFacetCounts } from '#server/features/people/privacy/privacy.queries.ts';
import { listingPage } from '#server/features/directory/directory.queries.ts';
import { sql } from 'kysely';
const [, , folder = '', what = 'count'] = process.argv;
const { url, school } = JSON.parse(await readFile(folder + '.json', 'utf8'));
const pool = openPool({ url });
const me = school.askers[3].id;
const sight = sightOf({ userId: me, isAdmin: false, isAdviser: false } as any, true, {});
const q =
  what === 'count'
    ? sql`select coalesce((select people from (${seenFacetCounts(sight, sql`f.facet = ${'all:'}`)}) as counts), 0) as n`
    : listingPage(
        sight,
        {
          search: null,
          facets: [],
          connection: null,
          order: [{ column: 'name', isDescending: false }],
          offset: what === 'deep' ? 50000 : 0,
          size: 20,
        } as any,
        [],
      );
const c = q.compile(pool.kysely);
const client = await pool.calls.connect();
await client.query(
  `begin; set local commons.school_id = '1'; set local plan_cache_mode = ${what === 'deep' ? 'auto' : 'force_generic_plan'}`,
);
const types = c.parameters.map((p) => (Array.isArray(p) ? 'smallint[]' : typeof p === 'number' ? 'bigint' : 'text'));
await client.query({ text: `prepare q (${types.join(',')}) as ${c.sql}`, queryMode: 'simple' } as any);
const lit = (p: any) => (Array.isArray(p) ? `'{${p.join(',')}}'` : typeof p === 'number' ? String(p) : `'${p}'`);
const r = await client.query(`explain (analyze, buffers) execute q (${c.parameters.map(lit).join(',')})`);
console.log(r.rows.map((x: any) => x['QUERY PLAN'].slice(0, 220)).join('\n'));
process.exit();
