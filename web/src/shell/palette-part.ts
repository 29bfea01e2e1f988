import { lazy } from 'react';

const part = () => import('../features/palette/palette.tsx');
export const preloadPalette = (): void => void part();

/** Loaded with the first opening, so that the first screen does not pay for it. */
export const Palette = lazy(async () => ({ default: (await part()).Palette }));
