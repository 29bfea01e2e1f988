import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isSoak } from './effort.ts';
import { inWorld } from './world.ts';

const world = inWorld();
const folder = 'deploy/monitoring';
const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}

test('alerts and the dashboard use only metrics and states that a server reports', async () => {
  await world.ana.call('GET /api/v1/connections');
  const { text } = await world.visit('/metrics');
  const reported = new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
    ),
  );
  const { panels } = JSON.parse(read('dashboard.json')) as Dashboard;
  const expressions = [
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ...read('alerts.yml')
      .split('- alert:')
      .slice(1)
      .map((rule) => /expr: (?:>-)?([\s\S]+?)\n +for:/.exec(rule)?.[1] ?? ''),
  ];
  expect(expressions.length).toBeGreaterThan(15);
  for (const expression of expressions) {
    const used = [...expression.matchAll(/\b(?:commons|nodejs|process)_\w+/g)].map(
      ([name]) => name,
    );
    // `up` is a metric of Prometheus itself.
    if (!/\bup\{/.test(expression))
      expect([expression, used.length > 0]).toEqual([expression, true]);
    for (const name of used) expect([name, reported.has(name)]).toEqual([name, true]);
    for (const [, state] of expression.matchAll(/state="(\w+)"/g))
      expect([expression, text.includes(`state="${state}"`)]).toEqual([expression, true]);
  }
});

test.runIf(isSoak)('Prometheus accepts the alerts', { tags: 'soak' }, () => {
  if (spawnSync('promtool', ['--version']).error)
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'prometheus']);
  expect(
    execFileSync('promtool', ['check', 'rules', `${folder}/alerts.yml`], { encoding: 'utf8' }),
  ).toContain('SUCCESS: 8 rules found');
});
