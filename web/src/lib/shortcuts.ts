import { useEffect, useEffectEvent } from 'react';
import { createStore } from './store.ts';
import { readStored, writeStored } from './stored.ts';

/* Single-key shortcuts, which work anywhere on a page except in fields. "?" lists the page's shortcuts, with a switch to turn
   them off (WCAG 2.1.4). */

export interface Shortcut {
  /** The key as in `KeyboardEvent.key`, in lowercase. */
  readonly key: string;
  /** Its description in the user's language. */
  readonly label: string;
  readonly run: () => void;
}

const storedAs = 'shortcuts';

/** True if single-key shortcuts are on, stored in this browser. */
export const areShortcutsOn = createStore(readStored(storedAs) !== 'off');

export const switchShortcuts = (isOn: boolean): void => {
  areShortcutsOn.set(isOn);
  writeStored(storedAs, isOn ? null : 'off');
};

/** The listed shortcuts; null while the list is closed. */
export const listedShortcuts = createStore<readonly Shortcut[] | null>(null);

const parts = new Set<() => readonly Shortcut[]>();

/** Returns the shortcuts of everything on the page. If a key is used twice, the last component wins. */
const currentShortcuts = (): readonly Shortcut[] => [
  ...new Map([...parts].flatMap((part) => part().map((one) => [one.key, one] as const))).values(),
];

/** Registers shortcuts while a component is mounted. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const current = useEffectEvent(() => shortcuts);
  useEffect(() => {
    const part = () => current();
    parts.add(part);
    return () => void parts.delete(part);
  }, []);
}

/** Elements that handle keys themselves. */
const taken =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Listens to the window's keys. Returns a function that stops it. */
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
    // On many keyboards, characters such as / need Shift.
    if (!areShortcutsOn.get() || (event.shiftKey && /\p{L}/u.test(event.key))) return;
    const pressed = currentShortcuts().find(({ key }) => key === event.key.toLowerCase());
    if (pressed === undefined) return;
    event.preventDefault();
    pressed.run();
  };
  window.addEventListener('keydown', onKeyDown);
  return () => window.removeEventListener('keydown', onKeyDown);
}
