import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { stage, resetStage } from '../testing/stage.tsx';
import { ToastArea } from '../ui/toast-area.tsx';
import { SaveBar } from './save-bar.tsx';

afterEach(resetStage);

const css = readFileSync(join(import.meta.dirname, '../styles/app.css'), 'utf8');
/** Finds the CSS rules that raise elements at the bottom of the window while the page has an element (`html:has(…)`). */
const lifts = [
  ...css.matchAll(/^ *html:has\(([^\n{}]+)\) \{\s*--foot-bar: ([\d.]+)rem;\s*\}/gm),
].map(([, selector = '', rem]) => ({ selector, rem: Number(rem) }));

test('toasts appear above a save bar at every width', async () => {
  // They are raised by at least the height of the bar and its margin: one row of buttons, or two on phones.
  expect(lifts.map(({ rem }) => rem)).toEqual([5.5, 8]);
  const lifted = () => lifts.map(({ selector }) => document.querySelector(selector) !== null);
  const shown = async (isDirty: boolean) => {
    await stage(
      <>
        <main>
          <SaveBar isDirty={isDirty} isPending={false} error={null} onDiscard={() => undefined} />
        </main>
        <ToastArea />
      </>,
    );
    return screen.queryByRole('button', { name: 'Save changes' }) !== null;
  };
  expect(await shown(false)).toBe(false);
  expect(lifted()).toEqual([false, false]);
  resetStage();
  expect(await shown(true)).toBe(true);
  expect(lifted()).toEqual([true, true]);
  const toasts = document.querySelector('[data-toasts]')?.className.split(' ') ?? [];
  const paddings = toasts.filter((one) => one.includes('pb-['));
  expect(paddings).toHaveLength(2);
  for (const padding of paddings) expect(padding).toContain('var(--foot-bar,0rem)');
});
