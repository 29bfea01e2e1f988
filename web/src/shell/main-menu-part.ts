import { lazy } from 'react';

const part = () => import('./main-menu.tsx');

/** The main menu, loaded when somebody reaches for it. */
export const MainMenu = lazy(async () => ({ default: (await part()).MainMenu }));
export const preloadMainMenu = (): void => void part();
