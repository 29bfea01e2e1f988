import { useEffect, useEffectEvent, useRef } from 'react';
import { debounceMs } from '#contract/layout.ts';

/**
 * A debounced input (DIR-05). The first value is the initial state and isn't reported. Later values are reported after 200 ms
 * without a change, if they differ from the last reported one.
 */
export function createDebounce<T>(report: (value: T) => void, waitMs: number = debounceMs) {
  let last: { value: T } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    push(value: T): void {
      clearTimeout(timer);
      if (last === null) {
        last = { value };
        return;
      }
      timer = setTimeout(() => {
        if (Object.is(last?.value, value)) return;
        last = { value };
        report(value);
      }, waitMs);
    },
    cancel: () => clearTimeout(timer),
  };
}

/** Reports `value` once it stops changing: `useDebounced(text, (settled) => navigate({ search: { q: settled } }))`. */
export function useDebounced<T>(value: T, report: (value: T) => void, waitMs?: number): void {
  const reportNow = useEffectEvent(report);
  const debounce = useRef<ReturnType<typeof createDebounce<T>> | null>(null);
  useEffect(() => {
    debounce.current ??= createDebounce<T>((settled) => reportNow(settled), waitMs);
    debounce.current.push(value);
  }, [value, waitMs]);
  useEffect(() => () => debounce.current?.cancel(), []);
}
