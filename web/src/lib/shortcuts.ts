import { useEffect, useEffectEvent } from 'react';
import { createStore } from './store.ts';
import { readStored, writeStored } from './stored.ts';

/* Keys without Ctrl that do something anywhere on a page but in fields. "?" lists those of the page, where they can be switched off (WCAG 2.1.4). */

export interface Shortcut {
  /** What is pressed, as `KeyboardEvent.key` says it in lower case. */
  readonly key: string;
  /** What it does, in the reader’s words. */
  readonly label: string;
  readonly run: () => void;
}

const storedAs = 'shortcuts';

/** Whether single keys do anything; kept in this browser. */
export const areShortcutsOn = createStore(readStored(storedAs) !== 'off');

export const switchShortcuts = (isOn: boolean): void => {
  areShortcutsOn.set(isOn);
  writeStored(storedAs, isOn ? null : 'off');
};

/** The shortcuts that are being listed; null while the list is closed. */
export const listedShortcuts = createStore<readonly Shortcut[] | null>(null);

const parts = new Set<() => readonly Shortcut[]>();

/** The shortcuts of what stands on the page, each key once: that of the part which came last. */
const currentShortcuts = (): readonly Shortcut[] => [
  ...new Map([...parts].flatMap((part) => part().map((one) => [one.key, one] as const))).values(),
];

/** Shortcuts for as long as a component stands on the page. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const current = useEffectEvent(() => shortcuts);
  useEffect(() => {
    const part = () => current();
    parts.add(part);
    return () => void parts.delete(part);
  }, []);
}

/** Where a key is typed, or chooses something. */
const taken =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Hears the keys of the window; answers how to stop. */
export function listenForShortcuts(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const { target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof Element && target.closest(taken) !== null) return;
    if (event.key === '?' && parts.size > 0) {
      event.preventDefault();
      listedShortcuts.set(currentShortcuts());
      return;
    }
    // Many keyboards have signs such as / only with Shift.
    if (!areShortcutsOn.get() || (event.shiftKey && /\p{L}/u.test(event.key))) return;
    const pressed = currentShortcuts().find(({ key }) => key === event.key.toLowerCase());
    if (pressed === undefined) return;
    event.preventDefault();
    pressed.run();
  };
  window.addEventListener('keydown', onKeyDown);
  return () => window.removeEventListener('keydown', onKeyDown);
}
