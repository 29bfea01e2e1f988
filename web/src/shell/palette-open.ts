import { createStore } from '../lib/store.ts';

/** Whether the command palette is open. */
export const isPaletteOpen = createStore(false);

export const openPalette = (): void => isPaletteOpen.set(true);

/**
 * Ctrl K, on a Mac ⌘ K, opens and closes it from anywhere but where a field has its own use for it; answers how to stop. `preload`
 * is called when the first of the two keys is pressed.
 */
export function listenForPalette(preload: () => void): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Control' || event.key === 'Meta') preload();
    if (event.defaultPrevented || event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey)
      return;
    if (event.ctrlKey === event.metaKey) return;
    event.preventDefault();
    isPaletteOpen.set(!isPaletteOpen.get());
  };
  window.addEventListener('keydown', onKeyDown);
  return () => window.removeEventListener('keydown', onKeyDown);
}
