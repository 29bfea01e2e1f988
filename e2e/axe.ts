import type { Frame, Page } from '@playwright/test';
import axe, { type Result, type RunOptions } from 'axe-core';

/**
 * CSS selectors: check only elements in `within`, and skip those in `without`. `rules` limits the check to these rules, and
 * `butRules` leaves rules out.
 */
interface Where {
  within?: string;
  without?: string;
  rules?: string[];
  butRules?: string[];
}

/** Once per document. Frames of other origins work too. */
const bring = async (frame: Frame): Promise<void> => {
  if (await frame.evaluate(() => 'axe' in window)) return;
  await frame.evaluate(
    `${axe.source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`,
  );
};

export interface AxeRun {
  readonly context: { include: string[]; exclude: string[] };
  readonly options: RunOptions;
}

/** Runs in the page: waits for its animations, then lists its violations. */
export const runAxe = async ({ context, options }: AxeRun): Promise<Result[]> => {
  // During a color transition, contrast can't be measured. An inherited color may start another transition when the first
  // ends. In content that the browser skips, such as a folded section, `finished` never resolves: so this asks for the state.
  const running = () =>
    document
      .getAnimations()
      .filter(
        ({ effect, playState }) =>
          playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
      );
  const start = performance.now();
  for (let all = running(); all.length > 0; all = running()) {
    if (performance.now() - start > 10_000)
      throw new Error(
        `These animations don't end: ${all.map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 160)).join(' | ')}`,
      );
    await new Promise(requestAnimationFrame);
  }
  return (await (window as unknown as { axe: typeof axe }).axe.run(context, options)).violations;
};

/** Returns a line per rule with the first elements that break it. */
export const describeViolations = (violations: readonly Result[]): string[] =>
  violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ html }) => html.slice(0, 160))
        .join(' | ')}`,
  );

/** Returns the accessibility violations of a page and its frames: a line per rule with the first elements that break it. */
export const axeFinds = async (
  page: Page,
  { within, without, rules, butRules = [] }: Where = {},
): Promise<string[]> => {
  await Promise.all(page.frames().map(bring));
  const asked: AxeRun = {
    context: { include: [within ?? 'html'], exclude: without === undefined ? [] : [without] },
    options: {
      // Passing checks aren't needed.
      resultTypes: ['violations'],
      rules: Object.fromEntries(butRules.map((rule) => [rule, { enabled: false }])),
      ...(rules && { runOnly: { type: 'rule', values: rules } }),
    },
  };
  const check = () => page.evaluate(runAxe, asked);
  // While a dialog opens, the page behind it is inert already, and axe finds no heading. So what it finds must be there twice.
  const first = await check();
  if (first.length > 0) await page.waitForTimeout(500);
  const violations = first.length > 0 ? await check() : first;
  return describeViolations(violations);
};
