import { createStore } from '../lib/store.ts';

/** True if the command palette is open. */
export const isPaletteOpen = createStore(false);

export const openPalette = (): void => isPaletteOpen.set(true);

/**
 * Ctrl K (⌘ K on a Mac) opens and closes the palette, except in fields that use it themselves. Returns a function that stops
 * it. `preload` is called when the first of the two keys is pressed.
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
