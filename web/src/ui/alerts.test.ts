import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAlerts, type AlertInput } from './alerts.ts';
import { createToasts } from './toasts.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('alerts', () => {
  const start = (...inputs: AlertInput[]) => {
    const alerts = createAlerts();
    for (const input of inputs) alerts.add(input);
    return { ...alerts, messages: () => alerts.shown.get().map((alert) => alert.message) };
  };

  test('[ALERT-01] an alert appears 100 ms after it is added', () => {
    const { messages } = start({ type: 'Info', message: 'a' });
    vi.advanceTimersByTime(99);
    expect(messages()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(messages()).toEqual(['a']);
  });

  test('[ALERT-01] an auto-closing alert fades after 3000 ms and disappears 250 ms later', () => {
    const { shown } = start({ type: 'Success', message: 'a', autoClose: true });
    vi.advanceTimersByTime(100 + 2999);
    expect(shown.get()[0]?.fade).toBe(false);
    vi.advanceTimersByTime(1);
    expect(shown.get()[0]?.fade).toBe(true);
    vi.advanceTimersByTime(249);
    expect(shown.get()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(shown.get()).toHaveLength(0);
  });

  test('[ALERT-01] an alert without autoClose stays until the user closes it', () => {
    const { shown, close } = start({ type: 'Error', message: 'a' });
    vi.advanceTimersByTime(60_000);
    expect(shown.get()).toHaveLength(1);
    close(shown.get()[0]?.id ?? 0);
    vi.advanceTimersByTime(250);
    expect(shown.get()).toHaveLength(0);
  });

  test('[ALERT-01] hovering or focusing pauses an alert and restarts its time afterwards', () => {
    const { shown, pause, release } = start({ type: 'Success', message: 'a', autoClose: true });
    vi.advanceTimersByTime(100 + 2000);
    const id = shown.get()[0]?.id ?? 0;
    pause(id);
    vi.advanceTimersByTime(60_000);
    expect(shown.get()[0]?.fade).toBe(false);
    release(id);
    vi.advanceTimersByTime(2999);
    expect(shown.get()[0]?.fade).toBe(false);
    vi.advanceTimersByTime(1);
    expect(shown.get()[0]?.fade).toBe(true);
  });

  test('[ALERT-01] alerts accept lowercase types', () => {
    const { shown } = start(
      { type: 'success', message: 'a' },
      { type: 'error', message: 'b' },
      { type: 'info', message: 'c' },
      { type: 'Warning', message: 'd' },
    );
    vi.advanceTimersByTime(100);
    expect(shown.get().map((alert) => alert.type)).toEqual(['Success', 'Error', 'Info', 'Warning']);
  });

  test('[ALERT-02] the first empty message clears all alerts except kept ones, and the second clears those too', () => {
    const { add, messages } = start(
      { type: 'Info', message: 'a' },
      { type: 'Info', message: 'kept', keepAfterRouteChange: true },
    );
    vi.advanceTimersByTime(100);
    add({ type: 'Info', message: '' });
    expect(messages()).toEqual(['kept']);
    add({ type: 'Info', message: '' });
    expect(messages()).toEqual([]);
  });

  test('[ALERT-02] an empty message also clears alerts that haven’t appeared yet', () => {
    const { add, messages } = start(
      { type: 'Info', message: 'a' },
      { type: 'Info', message: 'kept', keepAfterRouteChange: true },
    );
    add({ type: 'Info', message: '' });
    vi.advanceTimersByTime(100);
    expect(messages()).toEqual(['kept']);
    add({ type: 'Info', message: '' });
    expect(messages()).toEqual([]);
  });
});

describe('toasts', () => {
  test('[ALERT-04] a toast disappears after 5000 ms', () => {
    const toasts = createToasts();
    toasts.add({ message: 'Saved' });
    vi.advanceTimersByTime(4999);
    expect(toasts.shown.get()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(toasts.shown.get()).toHaveLength(0);
  });

  test('[ALERT-04] hovering or focusing pauses a toast and restarts its time afterwards', () => {
    const toasts = createToasts();
    toasts.add({ message: 'Saved' });
    const id = toasts.shown.get()[0]?.id ?? 0;
    vi.advanceTimersByTime(4000);
    toasts.pause(id);
    vi.advanceTimersByTime(60_000);
    expect(toasts.shown.get()).toHaveLength(1);
    toasts.release(id);
    vi.advanceTimersByTime(5000);
    expect(toasts.shown.get()).toHaveLength(0);
  });
});
