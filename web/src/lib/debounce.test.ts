import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDebounce } from './debounce.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('[DIR-05] a debounce ignores the first value and repeats, and reports the last of a burst after 200 ms', () => {
  const report = vi.fn<(value: string) => void>();
  const debounce = createDebounce<string>(report);
  debounce.push('');
  vi.advanceTimersByTime(1000);
  expect(report).not.toHaveBeenCalled();

  debounce.push('a');
  vi.advanceTimersByTime(199);
  debounce.push('an');
  vi.advanceTimersByTime(199);
  expect(report).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(report.mock.calls).toEqual([['an']]);

  debounce.push('ana');
  debounce.push('an');
  vi.advanceTimersByTime(200);
  expect(report).toHaveBeenCalledTimes(1);

  debounce.push('b');
  debounce.cancel();
  vi.advanceTimersByTime(1000);
  expect(report).toHaveBeenCalledTimes(1);
});
