import pg from 'pg';
import { address, expect, mobile, settled, signIn, test, visit } from './campus.ts';

const payloads = [
  '<script>window.ran=1</script>',
  '<img src=x onerror="window.ran=1">',
  '<svg/onload=window.ran=1>',
  '"><iframe srcdoc="<script>parent.ran=1</script>">',
  '<a href="javascript:window.ran=1">click</a>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.ran=1&gt;">',
  '{{constructor.constructor("window.ran=1")()}}',
  '<details open ontoggle=window.ran=1>',
  '<form><button formaction="javascript:window.ran=1">x</button></form>',
  '\u202e<b onmouseover=window.ran=1>x</b>',
];

test('[ALERT-03, CARD-06] hostile names and bios, stored past all checks, never run', async ({
  page,
  context,
  quiet,
}) => {
  quiet.ignore(/Content Security Policy|Failed to load resource|404/);
  const tokens = await signIn(context, 'admin@demo.campus.example');
  const client = new pg.Client({ connectionString: process.env['CAMPUS_DATABASE'] });
  await client.connect();
  // Deleting a person also cleans up other tables as their owner, and row-level security applies to the owner, so the session needs
  // the school's ID.
  await client.query(
    `select set_config('commons.school_id', (select school_id::text from schools where code = 'demo'), false)`,
  );
  try {
    // Added years ago, so that other journeys don't see them among the newest people.
    for (const [index, payload] of payloads.entries()) {
      await client.query(
        `insert into users (school_id, username, first_name, last_name, major, bio, company_name, interests, city, current_address, created_at)
         values ((select school_id from schools where code = 'demo'), $1, $2, 'Hostilename', $2, $2, $2, array[$2], $2, $2, '2020-01-01')`,
        [`hostile${index}`, payload],
      );
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    const [list] = await mobile<{ people: { uid: string }[] }[]>(
      context,
      tokens,
      'mobile_people?search_word=Hostilename',
    );
    expect(list?.people).toHaveLength(payloads.length);
    for (const { uid } of list?.people ?? []) {
      await visit(page, `/directory?search_word=Hostilename&uid=${uid}`);
      await settled(page);
      await page.mouse.move(1200, 400);
      await page.mouse.wheel(0, 300);
      expect(await page.evaluate(() => (window as { ran?: number }).ran)).toBeUndefined();
    }
  } finally {
    await client.query(`delete from users where username like 'hostile%'`);
    await client.end();
  }
});

test('every path to the page has its policy, and no other site can frame it', async ({ page }) => {
  for (const path of ['/', '/index.html', '/directory', '/no/such/page']) {
    const answer = await page.goto(`${address()}${path}`);
    expect([path, answer?.headers()['content-security-policy']]).toEqual([
      path,
      expect.stringContaining("frame-ancestors 'self'"),
    ]);
  }
});
