import { lazyComponent } from '../lib/lazy-component.ts';

/** Loads on first use, so that it doesn't slow down the first screen. */
export const Palette = lazyComponent(() => import('../features/palette/palette.tsx'), 'Palette');
