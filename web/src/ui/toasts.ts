import { toastMs } from '#contract/layout.ts';
import { createStore, type Store } from '../lib/store.ts';

/** showToast({ message: t('profile.saved') }): a short message at the bottom. It hides after 5 s unless hovered or focused. */
export interface ToastInput {
  message: string;
  action?: { label: string; run: () => void };
  /** Stays until it is closed. */
  stays?: boolean;
}

export interface Toast extends ToastInput {
  id: number;
}

export interface Toasts {
  shown: Store<readonly Toast[]>;
  add: (input: ToastInput) => void;
  hide: (id: number) => void;
  /** Keeps a toast open while it is hovered or focused. */
  pause: (id: number) => void;
  /** Restarts its timer. */
  release: (id: number) => void;
}

export function createToasts(): Toasts {
  const shown = createStore<readonly Toast[]>([]);
  const timers = new Map<number, ReturnType<typeof setTimeout>>();
  let lastId = 0;

  const pause = (id: number) => {
    clearTimeout(timers.get(id));
    timers.delete(id);
  };
  const hide = (id: number) => {
    pause(id);
    shown.set(shown.get().filter((toast) => toast.id !== id));
  };
  const release = (id: number) => {
    pause(id);
    if (shown.get().some((toast) => toast.id === id && toast.stays !== true))
      timers.set(
        id,
        setTimeout(() => hide(id), toastMs),
      );
  };
  const add = (input: ToastInput) => {
    const toast = { ...input, id: ++lastId };
    // Three at most, because older messages are no longer relevant.
    shown.set([...shown.get(), toast].slice(-3));
    release(toast.id);
  };
  return { shown, add, hide, pause, release };
}

export const toasts = createToasts();
export const showToast = toasts.add;
