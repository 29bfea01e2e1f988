import { alertCloseMs, alertFadeMs, alertShowMs } from '#contract/layout.ts';
import { createStore, type Store } from '../lib/store.ts';

/*
 * showAlert({ type: 'Error', message: t('connect.failed'), autoClose: true })
 * Alerts stay above the page until they are closed or a navigation clears them. With `autoClose`, they close automatically.
 * For short confirmations such as "saved", use a toast (toasts.ts).
 */
export type AlertType = 'Success' | 'Error' | 'Info' | 'Warning';

export interface AlertInput {
  type: AlertType | Lowercase<AlertType>;
  /** May contain HTML, which is sanitized. An empty message clears all alerts. */
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
  /** True if it is disappearing. */
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
  /** Keeps an alert open while it is hovered or focused. */
  pause: (id: number) => void;
  /** Restarts its timer. */
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
    // An alert survives only one navigation.
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

/** Called at the start of a navigation. An empty message clears all alerts that aren't kept. */
export const clearAlerts = (): void => alerts.add({ type: 'Info', message: '' });
