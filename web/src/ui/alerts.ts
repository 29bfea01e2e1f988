import { alertCloseMs, alertFadeMs, alertShowMs } from '#contract/layout.ts';
import { createStore, type Store } from '../lib/store.ts';

/*
 * showAlert({ type: 'Error', message: t('connect.failed'), autoClose: true })
 * Alerts stand above the page until closed, cleared by a navigation, or closed by themselves when `autoClose`.
 * For "saved" and other short answers use a toast (toasts.ts).
 */
export type AlertType = 'Success' | 'Error' | 'Info' | 'Warning';

export interface AlertInput {
  type: AlertType | Lowercase<AlertType>;
  /** May contain HTML; shown through the sanitizer. Empty: clears all alerts. */
  message: string;
  autoClose?: boolean;
  /** Survives the next navigation, once. */
  keepAfterRouteChange?: boolean;
}

export interface Alert {
  id: number;
  type: AlertType;
  message: string;
  autoClose: boolean;
  keepAfterRouteChange: boolean;
  /** On its way out. */
  fade: boolean;
}

const types: Record<string, AlertType> = {
  success: 'Success',
  error: 'Error',
  info: 'Info',
  warning: 'Warning',
};

export interface Alerts {
  shown: Store<readonly Alert[]>;
  add: (input: AlertInput) => void;
  close: (id: number) => void;
  /** Hovered or focused: one that closes by itself stays. */
  pause: (id: number) => void;
  /** Left again: it has its time anew. */
  release: (id: number) => void;
}

export function createAlerts(): Alerts {
  const shown = createStore<readonly Alert[]>([]);
  const waiting = new Map<Alert, ReturnType<typeof setTimeout>>();
  const closing = new Map<number, ReturnType<typeof setTimeout>>();
  let lastId = 0;

  function add({
    type,
    message,
    autoClose = false,
    keepAfterRouteChange = false,
  }: AlertInput): void {
    if (message === '') return clear();
    const alert: Alert = {
      id: ++lastId,
      type: types[type.toLowerCase()] ?? 'Info',
      message,
      autoClose,
      keepAfterRouteChange,
      fade: false,
    };
    waiting.set(
      alert,
      setTimeout(() => appear(alert), alertShowMs),
    );
  }

  function appear(alert: Alert): void {
    waiting.delete(alert);
    shown.set([...shown.get(), alert]);
    release(alert.id);
  }

  function pause(id: number): void {
    clearTimeout(closing.get(id));
    closing.delete(id);
  }

  function release(id: number): void {
    pause(id);
    if (shown.get().some((alert) => alert.id === id && alert.autoClose && !alert.fade))
      closing.set(
        id,
        setTimeout(() => close(id), alertCloseMs),
      );
  }

  function close(id: number): void {
    pause(id);
    if (!shown.get().some((alert) => alert.id === id && !alert.fade)) return;
    shown.set(shown.get().map((alert) => (alert.id === id ? { ...alert, fade: true } : alert)));
    setTimeout(() => shown.set(shown.get().filter((alert) => alert.id !== id)), alertFadeMs);
  }

  function clear(): void {
    for (const [alert, timer] of waiting) {
      if (alert.keepAfterRouteChange) {
        alert.keepAfterRouteChange = false;
      } else {
        clearTimeout(timer);
        waiting.delete(alert);
      }
    }
    // What is kept is kept once; the next navigation takes it too.
    shown.set(
      shown
        .get()
        .filter((alert) => alert.keepAfterRouteChange)
        .map((alert) => ({ ...alert, keepAfterRouteChange: false })),
    );
  }

  return { shown, add, close, pause, release };
}

export const alerts = createAlerts();
export const showAlert = alerts.add;

/** Navigation start: an empty message clears what is not kept. */
export const clearAlerts = (): void => alerts.add({ type: 'Info', message: '' });
