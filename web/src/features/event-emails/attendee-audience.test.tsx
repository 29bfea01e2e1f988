import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import type { EventEmailAudience } from '#contract/event-emails/endpoints.ts';
import { stage, resetStage } from '../../testing/stage.tsx';
import { AttendeeAudience, AttendeeRecipients, EventDates } from './attendee-audience.tsx';
import './event-emails.tsx';

afterEach(resetStage);

const dates = [
  { occurrence: '20300501T180000Z', label: 'May 1' },
  { occurrence: '20300508T180000Z', label: 'May 8' },
];
const shown: EventEmailAudience[] = [];
const now = () => shown.at(-1);
function Chooser({ initial }: { initial: EventEmailAudience }) {
  const [audience, setAudience] = useState(initial);
  shown.push(audience);
  return (
    <>
      <AttendeeAudience audience={audience} onChange={setAudience} />
      <AttendeeRecipients audience={audience} />
    </>
  );
}

test('[EVENT-01] the recipients follow the selected statuses and dates', async () => {
  await stage(
    <EventDates value={dates}>
      <Chooser initial={{ who: 'statuses', statuses: ['waiting'], occurrence: null }} />
    </EventDates>,
  );
  fireEvent.click(screen.getByRole('checkbox', { name: 'Registered' }));
  // The order is that of the list, not of the clicks.
  expect(now()?.statuses).toEqual(['registered', 'waiting']);
  fireEvent.change(screen.getByRole('combobox'), { target: { value: dates[1]?.occurrence } });
  expect(now()?.occurrence).toBe(dates[1]?.occurrence);
  expect(screen.getByText(/Registered and .* • May 8$/)).toBeTruthy();
  fireEvent.change(screen.getByRole('combobox'), { target: { value: 'all' } });
  expect(now()?.occurrence).toBeNull();
  fireEvent.click(screen.getAllByRole('radio')[0] as HTMLElement);
  expect(now()?.who).toBe('all');
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('[EVENT-01] if people register for the whole event, they can’t select a date', async () => {
  await stage(<Chooser initial={{ who: 'all', statuses: [], occurrence: null }} />);
  expect(screen.queryByRole('combobox')).toBeNull();
});
