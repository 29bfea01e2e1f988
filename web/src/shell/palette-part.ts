import { laterPart } from '../lib/later-part.ts';

/** Loaded with the first opening, so that the first screen does not pay for it. */
export const Palette = laterPart(() => import('../features/palette/palette.tsx'), 'Palette');
