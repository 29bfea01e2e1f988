import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { stage, resetStage } from '../testing/stage.tsx';
import { Note } from './note.tsx';
import { NumberField } from './number-field.tsx';
import { Pill } from './pill.tsx';
import { RadioGroup } from './radio-group.tsx';
import { Segmented } from './segmented.tsx';

afterEach(resetStage);

function Choices() {
  const [reason, setReason] = useState<'spam' | 'other' | null>(null);
  const [places, setPlaces] = useState<number | null>(null);
  return (
    <>
      <RadioGroup
        label="Reason"
        description="What it is about"
        error={reason === null ? 'Choose one' : undefined}
        value={reason}
        options={[
          { value: 'spam', label: 'Spam', description: 'Unwanted' },
          { value: 'other', label: 'Other' },
        ]}
        onChange={setReason}
      />
      <NumberField
        label="Places"
        description="1 to 9"
        min={1}
        max={9}
        value={places}
        onChange={setPlaces}
      />
      <p data-testid="places">{String(places)}</p>
    </>
  );
}

test('a radio group has a label and shows its error until the user selects an option', async () => {
  await stage(<Choices />);
  const group = screen.getByRole('group', { name: 'Reason' });
  expect(group.getAttribute('aria-describedby')?.split(' ')).toHaveLength(2);
  expect(screen.getByRole('alert').textContent).toBe('Choose one');
  fireEvent.click(screen.getByRole('radio', { name: /Spam/ }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a number field limits typed numbers to its bounds, steps with its buttons and can be empty', async () => {
  await stage(<Choices />);
  const field = screen.getByLabelText('Places');
  const said = () => screen.getByTestId('places').textContent;
  const type = (value: string) => {
    fireEvent.input(field, { target: { value } });
    fireEvent.blur(field);
  };
  type('40');
  expect(said()).toBe('9');
  fireEvent.click(screen.getByRole('button', { name: 'Decrease Places' }));
  expect(said()).toBe('8');
  type('');
  expect(said()).toBe('null');
});

test('pills and notes show their text and tone, and segments are as wide as their text', async () => {
  await stage(
    <>
      <Pill tone="good">Tested</Pill>
      <Note tone="warn" title="Not renewed" action={<button type="button">Renew</button>}>
        Nothing can be written.
      </Note>
      <Segmented
        label="View"
        value="a"
        options={[
          { value: 'a', label: 'Week' },
          { value: 'b', label: 'Veranstaltungsübersicht' },
        ]}
        onChange={() => undefined}
      />
    </>,
  );
  expect(screen.getByText('Tested').className).toContain('bg-good-soft');
  expect(screen.getByText('Not renewed').className).toContain('text-warn');
  expect(screen.getByRole('button', { name: 'Renew' })).toBeTruthy();
  // The segments are as wide as their text, so their widths differ.
  expect(screen.getByRole('radiogroup', { name: 'View' }).className).not.toContain('auto-cols-fr');
});
