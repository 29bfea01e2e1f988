import { beforeAll, expect, test } from 'vitest';
import { newClientId } from '#contract/client-id.ts';
import type { ReplyOf } from '#contract/endpoints.ts';
import { openBudgets } from '../../../../test/budget-world.ts';
import { pdfPages } from '../../../../test/pdf-text.ts';
import { inWorld, type Person } from '../../../../test/world.ts';

/* Ben is the president of Robotics and Tess its treasurer; Ada is an admin, and Eve is from another school. */

const world = inWorld();
let set: Awaited<ReturnType<typeof openBudgets>>;
let tess: Person;
beforeAll(async () => {
  set = await openBudgets(world);
  ({ tess } = set);
});

type Request = ReplyOf<'GET /api/v1/budget-requests/{id}'>;
const read = (who: Person, id: string): Promise<Request> =>
  who.call('GET /api/v1/budget-requests/{id}', { id });

const submitted = async (title: string, price: number): Promise<Request> => {
  const { id } = await world.ben.call('POST /api/v1/budget-requests', {
    clientId: newClientId(),
    kind: 'purchase',
    club: set.club,
    account: set.account,
    title,
    lines: [{ title: 'Parts', category: 'equipment', quantity: 1, price }],
  });
  await world.ben.call('POST /api/v1/budget-requests/{id}/submission', { id });
  return read(world.admin, id);
};

const decide = async (
  { id }: Request,
  decision: 'approve' | 'deny' | 'request_changes',
  reason = '',
) => {
  world.clock.advance(60_000);
  const { submission } = await read(world.admin, id);
  await world.admin.call('POST /api/v1/approvals/{id}/decision', {
    id: submission?.id ?? '',
    version: submission?.version ?? 0,
    decision,
    reason,
  });
};

const dayMs = 86_400_000;
/** Yesterday to tomorrow, so that midnight doesn't matter. */
const days = () => {
  const day = (by: number) =>
    new Date(world.clock.now().getTime() + by * dayMs).toISOString().slice(0, 10);
  return { from: day(-1), to: day(1) };
};
const minutes = (more: object = {}) =>
  world.admin.try('GET /api/v1/school/budget-minutes', {
    ...days(),
    format: 'csv',
    ...more,
  });
const bytesOf = (answer: { body: unknown }) =>
  Buffer.from((answer.body as { content: string }).content, 'base64');
const rowsOf = async (more: object = {}) =>
  bytesOf(await minutes(more))
    .toString()
    .split('\r\n')
    .slice(1, -1);

test('minutes list the decisions of a date range with amounts, names, scores and reasons', async () => {
  const cut = await submitted('Competition', 23_000);
  await world.admin.call('PUT /api/v1/budget-requests/{id}/score', { id: cut.id, score: 4 });
  await world.admin.call('PUT /api/v1/budget-requests/{id}/grants', {
    id: cut.id,
    version: cut.version,
    lines: [{ id: cut.lines[0]?.id ?? '', granted: 18_050 }],
  });
  await decide(cut, 'approve', 'Without the second robot');
  const denied = await submitted('Lasers', 900_000);
  await decide(denied, 'deny', 'Too bright, "really"');
  await submitted('Still open', 100);

  const rows = await rowsOf();
  expect(rows).toHaveLength(2);
  expect(rows[0]).toContain(
    'Robotics,Competition,purchase,ROB Robotics,USD,230,180.5,approved,,Ada ',
  );
  expect(rows[0]).toMatch(/Without the second robot,4,1$/);
  expect(rows[1]).toMatch(/Lasers,.*,USD,9000,0,denied,,Ada .*,"Too bright, ""really""",,0$/);

  // A denied request that asks for less the next time stays in the minutes as it was.
  await tess.call('PATCH /api/v1/budget-requests/{id}', {
    id: denied.id,
    version: (await read(tess, denied.id)).version,
    lines: [{ title: 'Parts', category: 'equipment', quantity: 1, price: 500 }],
  });
  await tess.call('POST /api/v1/budget-requests/{id}/submission', { id: denied.id });
  expect((await rowsOf())[1]).toContain(',USD,9000,0,denied,');
  await decide(denied, 'request_changes', 'Add a quote');
  const after = await rowsOf();
  expect(after[2]).toMatch(/Lasers,.*,USD,5,,changes_requested,,/);

  // Days are in the school's time zone. Other days have no decisions.
  expect(await rowsOf({ from: '2026-01-01', to: '2026-01-31' })).toEqual([]);

  const [page = ''] = await pdfPages(
    bytesOf(await minutes({ format: 'pdf', title: 'Finance committee' })),
  );
  for (const text of [
    'Finance committee',
    'Competition Robotics Approved $230.00 $180.50',
    'Lasers Robotics Denied $9,000.00 $0.00',
    '4.0 (1 reviewer)',
    'Reason: Without the second robot',
  ])
    expect(page).toContain(text);
  expect(page).not.toContain('Still open');
});

test('minutes of one step show no amount if a later step decides', async () => {
  const both = [world.admin.uid];
  const { items } = await world.admin.call('GET /api/v1/school/approval-processes');
  const process = {
    kind: 'budget_request' as const,
    version: items.find(({ kind }) => kind === 'budget_request')?.version ?? 0,
    reminderDays: null,
  };
  const { version } = await world.admin.call('PUT /api/v1/school/approval-processes/{kind}', {
    ...process,
    steps: [
      { name: 'Treasury', reviewers: 'people', people: both },
      { name: 'Senate', reviewers: 'people', people: both },
    ],
  });
  const request = await submitted('Trip', 2_000);
  await decide(request, 'approve');
  const ofTrip = async () => (await rowsOf()).filter((row) => row.includes('Trip'));
  expect(await ofTrip()).toEqual([expect.stringMatching(/,USD,20,,approved,Treasury,/)]);
  await decide(request, 'approve');
  expect(await ofTrip()).toEqual([
    expect.stringMatching(/,USD,20,,approved,Treasury,/),
    expect.stringMatching(/,USD,20,20,approved,Senate,/),
  ]);
  await world.admin.call('PUT /api/v1/school/approval-processes/{kind}', {
    ...process,
    version,
    steps: [],
  });
});

test('minutes can be printed in German and Arabic', async () => {
  const german = await pdfPages(bytesOf(await minutes({ format: 'pdf', language: 'de' })));
  expect(german.join(' ')).toMatch(/Budgetentscheidungen.*230,00\s\$.*Bewilligt von Ada/);
  const arabic = await pdfPages(bytesOf(await minutes({ format: 'pdf', language: 'ar' })));
  const page = arabic.join(' ').normalize('NFKC');
  // PDF.js reads the words of a line in their drawing order.
  for (const text of ['قرارات', 'القرارات وأسبابها', 'USD 180.50', 'الموافقة تمت'])
    expect([text, text.split(' ').toReversed().join(' ')].some((one) => page.includes(one))).toBe(
      true,
    );
});

test('minutes are available only to people who manage budgets at the school', async () => {
  const input = { ...days(), format: 'csv' as const };
  for (const who of [tess, world.ben, world.eve])
    expect((await who.try('GET /api/v1/school/budget-minutes', input)).status).toBe(403);
  // An admin of another school gets that school's minutes, which are empty.
  await world.sql(
    'update users set is_admin = true where id = $1',
    [world.eve.id],
    world.otherSchool,
  );
  const eve = await world.signInAgain(world.eve);
  const stranger = await eve.try('GET /api/v1/school/budget-minutes', input);
  expect([stranger.status, bytesOf(stranger).toString().split('\r\n').length]).toEqual([200, 2]);
  expect((await minutes({ to: '2020-01-01' })).body).toMatchObject({ code: 'minutes_dates' });
});
