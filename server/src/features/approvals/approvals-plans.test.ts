import { sql, type RawBuilder } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { inWorld } from '../../../test/world.ts';
import { inTransaction } from '../../kernel/database/database.ts';
import { submissionsSql, type Reader } from './approvals.queries.ts';

const world = inWorld({ ownDatabase: true });

/** 30,000 submissions. Ben reviews all of them by his role, and Cy a tenth personally. 60 are waiting. */
beforeAll(async () => {
  await world.sql(
    `insert into users (school_id, username, first_name) select $1, 'p' || n, 'First ' || n from generate_series(1, 300) as n`,
    [world.school],
  );
  await world.sql(
    `insert into roles (school_id, scope, name, permissions, created_at)
    select $1, 'school', 'Office ' || n, '{}', now() from generate_series(1, 20) as n`,
    [world.school],
  );
  await world.sql(
    `insert into role_grants (school_id, role_id, user_id, granted_at) select r.school_id, r.id, $1, now() from roles r where r.name = 'Office 1'`,
    [world.ben.id],
  );
  await world.sql(
    `insert into approval_submissions (school_id, kind, subject_id, title, submitter_id, state, step, waiting_since, created_at, submitted_at, ended_at)
    select $1::int, 'proposal', n, 'Proposal ' || n, $2::bigint, case when n % 500 = 0 then 'submitted' else 'approved' end,
      case when n % 500 = 0 then 0 end, case when n % 500 = 0 then now() - n * interval '1 minute' end, now(), now(),
      case when n % 500 <> 0 then now() - n * interval '1 minute' end
    from generate_series(1, 30000) as n`,
    [world.school, world.ana.id],
  );
  await world.sql(
    `insert into approval_stages (school_id, submission_id, position, name) select school_id, id, 0, 'Office' from approval_submissions`,
  );
  await world.sql(
    `insert into approval_assignees (school_id, submission_id, position, number, user_id, role_id, waiting_since, ended_at)
    select s.school_id, s.id, 0, n.number, case n.number when 2 then $1::bigint end, case n.number when 1 then r.id end, s.waiting_since, s.ended_at
    from approval_submissions s join roles r on r.name = 'Office 1'
      join generate_series(1, 2) as n (number) on n.number = 1 or s.subject_id % 10 = 0`,
    [world.cy.id],
  );
  for (const table of ['users', 'role_grants', 'approval_submissions', 'approval_assignees'])
    await world.sql(`analyze ${table}`);
}, 180_000);

interface Node {
  'Node Type': string;
  'Index Name'?: string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}

/** Returns every step of a plan that runs as the application role, with row-level security. */
const nodesOf = (statement: RawBuilder<unknown>): Promise<Node[]> =>
  inTransaction(world.pool, { school: world.school }, async (db) => {
    const { rows } = await sql<{
      'QUERY PLAN': [{ Plan: Node }];
    }>`explain (analyze, costs off, timing off, format json) ${statement}`.execute(db);
    const all = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(all)];
    return rows.flatMap((row) => all(row['QUERY PLAN'][0].Plan));
  });

describe('a page of a reviewer’s list among 30,000 submissions', () => {
  const reader = (who: { id: number }, isManager = false): Reader => ({
    id: who.id,
    isManager,
    now: new Date(),
  });
  test.each([
    ['waiting', 'ben', 'approval_assignees_role_waiting'],
    ['waiting', 'cy', 'approval_assignees_user_waiting'],
    ['open', 'ben', 'approval_assignees_role'],
    ['open', 'cy', 'approval_assignees_user'],
    ['open', 'admin', 'approval_submissions_waiting'],
    ['decided', 'ben', 'approval_assignees_role'],
    ['decided', 'cy', 'approval_assignees_user'],
    ['decided', 'admin', 'approval_submissions_ended'],
  ] as const)('reads %s of %s from %s and little else', async (list, who, index) => {
    const nodes = await nodesOf(
      submissionsSql(reader(world[who], who === 'admin'), list, null, 21),
    );
    expect(nodes.map((node) => node['Index Name'])).toContain(index);
    const read = nodes
      .filter((node) => node['Relation Name']?.startsWith('approval_'))
      .map(
        (node) =>
          (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      );
    expect(Math.max(...read)).toBeLessThan(200);
  });
});
