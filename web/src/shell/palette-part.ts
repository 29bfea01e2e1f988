import { lazyComponent } from '../lib/lazy-component.ts';

/** Loaded with the first opening, so that the first screen does not pay for it. */
export const Palette = lazyComponent(() => import('../features/palette/palette.tsx'), 'Palette');
