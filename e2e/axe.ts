import type { Frame, Page } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

/** `within`, `without`: CSS selectors of where to look and what to leave out. `rules`, `butRules`: by these alone, and not by these. */
interface Where {
  within?: string;
  without?: string;
  rules?: string[];
  butRules?: string[];
}

/** Once for each document. Frames of other origins answer too. */
const bring = async (frame: Frame): Promise<void> => {
  if (await frame.evaluate(() => 'axe' in window)) return;
  await frame.evaluate(
    `${axe.source}; axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`,
  );
};

/** What axe finds wrong on a page and in its frames: a line for each rule with the first elements that break it. */
export const axeFinds = async (
  page: Page,
  { within, without, rules, butRules = [] }: Where = {},
): Promise<string[]> => {
  await Promise.all(page.frames().map(bring));
  const asked: { context: { include: string[]; exclude: string[] }; options: RunOptions } = {
    context: { include: [within ?? 'html'], exclude: without === undefined ? [] : [without] },
    options: {
      // What is right need not be gathered.
      resultTypes: ['violations'],
      rules: Object.fromEntries(butRules.map((rule) => [rule, { enabled: false }])),
      ...(rules && { runOnly: { type: 'rule', values: rules } }),
    },
  };
  const violations = await page.evaluate(async ({ context, options }) => {
    // A colour on its way to another is neither; where it is inherited, the next sets out when it arrives.
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
