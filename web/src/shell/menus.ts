import { resizeResetMs } from '#contract/layout.ts';
import { isFramed } from '../lib/host-page.ts';
import { onBreakpointChange } from '../lib/media.ts';
import { school } from '../lib/school.ts';
import { createStore } from '../lib/store.ts';

/** Which menu of the shell is open: the person's own, the main one, on small screens the left bar, the choice of a hub, or the bell's panel. One at most. */
export const openMenu = createStore<'none' | 'person' | 'main' | 'bar' | 'hubs' | 'bell'>('none');

/** What the main menu floats at where it is a panel: the button that opened it. */
export const mainAnchor: { current: HTMLElement | null } = { current: null };

export const closeMenus = (): void => openMenu.set('none');

export function openMain(opener: HTMLElement): void {
  mainAnchor.current = opener;
  openMenu.set('main');
}

/** Whether the main menu slides out from the side here, as the school's layout has it (product text §2). */
export function slidesOut(): boolean {
  const slideOut = school.get()?.config.layout.slideOut;
  return slideOut === 'always' || (slideOut === 'framed' && isFramed());
}

/** A menu of another layout makes no sense: all close 351 ms after the window passes a breakpoint. */
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
