import { hostSettings } from './host-page.ts';
import { createStore } from './store.ts';
import { readStored, writeStored } from './stored.ts';

/** Light, dark, or the system's setting. /theme.js applies the same choice before the first paint. */
export type Appearance = 'light' | 'dark' | 'system';

const stored = readStored('appearance');
export const appearance = createStore<Appearance>(
  stored === 'light' || stored === 'dark' ? stored : 'system',
);

export function chooseAppearance(choice: Appearance): void {
  writeStored('appearance', choice === 'system' ? null : choice);
  appearance.set(choice);
  apply();
}

const systemDark = window.matchMedia('(prefers-color-scheme: dark)');

function apply(): void {
  const choice = hostSettings.get().theme ?? appearance.get();
  const scheme = choice === 'system' ? (systemDark.matches ? 'dark' : 'light') : choice;
  document.documentElement.dataset['theme'] = scheme;
  const surface = getComputedStyle(document.documentElement).getPropertyValue('--canvas').trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute('content', surface);
}

/** Follows the system's setting from now on. Call this once at startup. */
export function followSystemAppearance(): void {
  apply();
  systemDark.addEventListener('change', apply);
  hostSettings.subscribe(apply);
}
