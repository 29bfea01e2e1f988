import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { platforms } from '#contract/notifications/keys.ts';
import type { PreferenceRow } from '#contract/notifications/settings.endpoints.ts';
import { addEnglish } from '../../lib/messages.ts';
import { stage, resetStage } from '../../testing/stage.tsx';
import { Matrix } from './matrix.tsx';
import english from './messages/en.json';

addEnglish(english);
let isWide = true;
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return isWide;
    },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});
afterEach(resetStage);

const cell = { value: 'yes', rule: 'default', byDefault: 'yes', isEffective: true } as const;
const row: PreferenceRow = { in_app: cell, mobile: cell, email: cell };
const names = ['general.approvals', 'general.bookings'];

test.each([true, false])(
  'each switch has a unique name for its notification and channel (wide: %s)',
  async (wide) => {
    isWide = wide;
    await stage(
      <Matrix
        part={{
          id: 'general',
          title: 'General',
          category: 'general',
          statuses: { in_app: 'enabled', mobile: 'enabled', email: 'enabled' },
          rows: names.map((name) => ({ name, row })),
        }}
        firing={new Set(names)}
        onChoose={() => undefined}
        onCategory={() => undefined}
      />,
    );
    for (const topic of screen.queryAllByRole('button', { expanded: false }))
      fireEvent.click(topic);
    // Finds them by role and name, the way screen readers list them.
    const switches = screen.getAllByRole('switch');
    expect(switches).toHaveLength((names.length + 1) * platforms.length);
    expect(
      screen.getAllByRole('switch', { name: 'General, All in this section: Email' }),
    ).toHaveLength(1);
    const spoken = switches.map((one) => one.getAttribute('aria-label'));
    expect(new Set(spoken).size).toBe(switches.length);
    expect(spoken).not.toContain(null);
  },
);
