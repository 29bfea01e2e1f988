import { resizeResetMs } from '#contract/layout.ts';
import { onBreakpointChange } from '../lib/media.ts';
import { createStore } from '../lib/store.ts';

/** Which menu of the shell is open. One at most. */
export const openMenu = createStore<'none' | 'person' | 'main'>('none');

export const closeMenus = (): void => openMenu.set('none');

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
