import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { stage } from '../testing/stage.tsx';
import { TagField } from './tag-field.tsx';

test('Enter stores the option that begins with the text, a comma the text itself', async () => {
  const chosen: string[][] = [];
  await stage(
    <TagField
      label="Interests"
      values={[]}
      options={['Cooking', 'Documentary film', 'Film photography']}
      max={5}
      maxLength={40}
      onChange={(values) => chosen.push(values)}
    />,
  );
  const field = screen.getByRole('combobox', { name: 'Interests' });
  for (const [text, key] of [
    ['film', 'Enter'],
    ['film', ','],
    ['COOKING', ','],
    ['pottery', 'Enter'],
  ] as const) {
    fireEvent.change(field, { target: { value: text } });
    fireEvent.keyDown(field, { key });
  }
  expect(chosen).toEqual([['Film photography'], ['film'], ['Cooking'], ['pottery']]);
});
