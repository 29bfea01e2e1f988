import { expect, test } from 'vitest';
import { wholeRows } from './form-results.tsx';

test('a chart that would stand alone in its row takes both columns', () => {
  const [chart, text] = [true, false];
  expect(wholeRows([chart, chart])).toEqual([false, false]);
  expect(wholeRows([chart, chart, chart])).toEqual([false, false, true]);
  expect(wholeRows([chart, text, chart, chart, text])).toEqual([true, true, false, false, true]);
  expect(wholeRows([])).toEqual([]);
});
