import { lazyComponent } from '../lib/lazy-component.ts';
import { preloadDialog } from '../ui/dialog.tsx';
import { preloadPopover } from '../ui/popover.tsx';
import { slidesOut } from './menus.ts';

/** The main menu, loaded when somebody reaches for it. */
export const MainMenu = lazyComponent(() => import('./main-menu.tsx'), 'MainMenu');

/** Fetches what opening it needs. */
export function preloadMain(): void {
  MainMenu.preload();
  if (slidesOut()) return;
  preloadDialog();
  preloadPopover();
}
