import type { Frame, Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

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

/** Returns the accessibility violations of a page and its frames: a line per rule with the first elements that break it. */
export const axeFinds = async (
  page: Page,
  { within, without, rules, butRules = [] }: Where = {},
): Promise<string[]> => {
  await Promise.all(page.frames().map(bring));
  const asked: { context: { include: string[]; exclude: string[] }; options: RunOptions } = {
    context: { include: [within ?? 'html'], exclude: without === undefined ? [] : [without] },
    options: {
      // Passing checks aren't needed.
      resultTypes: ['violations'],
      rules: Object.fromEntries(butRules.map((rule) => [rule, { enabled: false }])),
      ...(rules && { runOnly: { type: 'rule', values: rules } }),
    },
  };
  const violations = await page.evaluate(async ({ context, options }) => {
    // During a color transition, contrast can't be measured. An inherited color may start another transition when the first
    // ends.
    const passing = () =>
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    for (let all = passing(); all.length > 0; all = passing()) {
      await Promise.allSettled(all.map(({ finished }) => finished));
      await new Promise(requestAnimationFrame);
    }
    return (await (window as unknown as { axe: typeof axe }).axe.run(context, options)).violations;
  }, asked);
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ html }) => html.slice(0, 160))
        .join(' | ')}`,
  );
};
