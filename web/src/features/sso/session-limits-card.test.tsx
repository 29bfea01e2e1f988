import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { stage, resetStage } from '../../testing/stage.tsx';
// The list of sections includes their texts.
import '../../shell/sections.ts';
import { SessionLimitsCard } from './session-limits-card.tsx';

afterEach(resetStage);

test('a limit outside the options appears as it is, and a new limit saves immediately', async () => {
  let stored = { idleMinutes: 45 as number | null, hours: null as number | null };
  const { asked } = await stage(<SessionLimitsCard />, {
    answers: { 'session-limits': () => stored },
  });
  const idle = await screen.findByLabelText<HTMLSelectElement>('Inactivity limit');
  expect(idle.selectedOptions[0]?.textContent).toBe('45 minutes');
  expect([...idle.options].map(({ text }) => text)).toEqual(
    expect.arrayContaining(['30 days', '15 minutes', '1 hour', '1 day', '7 days']),
  );
  stored = { idleMinutes: 60, hours: null };
  fireEvent.change(idle, { target: { value: '60' } });
  await expect.poll(() => asked.length).toBe(2);
  await expect.poll(() => idle.selectedOptions[0]?.textContent).toBe('1 hour');
});
