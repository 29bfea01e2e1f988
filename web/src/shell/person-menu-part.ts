import { lazy } from 'react';

const part = () => import('./person-menu.tsx');
export const preloadPersonMenu = (): void => void part();

/** The menu's content, loaded when somebody reaches for it. */
export const PersonMenu = lazy(async () => ({ default: (await part()).PersonMenu }));
