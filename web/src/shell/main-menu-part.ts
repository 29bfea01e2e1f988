import { lazyComponent } from '../lib/lazy-component.ts';
import { preloadDialog } from '../ui/dialog.tsx';
import { preloadPopover } from '../ui/popover.tsx';
import { slidesOut } from './menus.ts';

/** The main menu, which loads on demand. */
export const MainMenu = lazyComponent(() => import('./main-menu.tsx'), 'MainMenu');

/** Preloads what the menu needs. */
export function preloadMain(): void {
  MainMenu.preload();
  if (slidesOut()) return;
  preloadDialog();
  preloadPopover();
}
