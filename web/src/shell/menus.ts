import { resizeResetMs } from '#contract/layout.ts';
import { isFramed } from '../lib/host-page.ts';
import { onBreakpointChange } from '../lib/media.ts';
import { school } from '../lib/school.ts';
import { createStore } from '../lib/store.ts';

/**
 * The open menu of the shell: the user's menu, the main menu, the left bar on small screens, the hub menu, or the bell's
 * panel. They are never open together.
 */
export const openMenu = createStore<'none' | 'person' | 'main' | 'bar' | 'hubs' | 'bell'>('none');

/** The button that opened the main menu, which its panel is anchored to. */
export const mainAnchor: { current: HTMLElement | null } = { current: null };

export const closeMenus = (): void => openMenu.set('none');

export function openMain(opener: HTMLElement): void {
  mainAnchor.current = opener;
  openMenu.set('main');
}

/** Returns whether the main menu slides out here, by the school's layout (product text §2). */
export function slidesOut(): boolean {
  const slideOut = school.get()?.config.layout.slideOut;
  return slideOut === 'always' || (slideOut === 'framed' && isFramed());
}

/** Closes all menus 351 ms after the window crosses a breakpoint, because a menu of another layout makes no sense. */
export function resetMenusOnResize(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = onBreakpointChange(() => {
    clearTimeout(timer);
    timer = setTimeout(closeMenus, resizeResetMs);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
