import { expect, test } from 'vitest';
import { wholeRows } from './form-results.tsx';

test('a chart spans both columns if it would be alone in its row', () => {
  const [chart, text] = [true, false];
  expect(wholeRows([chart, chart])).toEqual([false, false]);
  expect(wholeRows([chart, chart, chart])).toEqual([false, false, true]);
  expect(wholeRows([chart, text, chart, chart, text])).toEqual([true, true, false, false, true]);
  expect(wholeRows([])).toEqual([]);
});
