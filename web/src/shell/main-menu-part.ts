import { lazy } from 'react';
import { preloadDialog } from '../ui/dialog.tsx';
import { preloadPopover } from '../ui/popover.tsx';
import { slidesOut } from './menus.ts';

const part = () => import('./main-menu.tsx');

/** The main menu, loaded when somebody reaches for it. */
export const MainMenu = lazy(async () => ({ default: (await part()).MainMenu }));

/** Fetches what opening it needs. */
export function preloadMain(): void {
  void part();
  if (slidesOut()) return;
  preloadDialog();
  preloadPopover();
}
