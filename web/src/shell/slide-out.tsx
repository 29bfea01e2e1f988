import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { closeMenus, openMenu } from './menus.ts';
import { listenForSwipes } from './swipe.ts';

const SlideOutSurface = lazyComponent(() => import('./slide-out-surface.tsx'), 'SlideOutSurface');

/** The main menu as a slide-out from the start, 22rem wide. Swiping opens and closes it too (SHELL-03). */
export function SlideOut({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  useEffect(() => {
    SlideOutSurface.preload();
    return listenForSwipes({
      isOpen: () => openMenu.get() === 'main',
      open: () => openMenu.set('main'),
      close: closeMenus,
    });
  }, []);
  return (
    wasOpen && (
      <Suspense fallback={null}>
        <SlideOutSurface isOpen={isOpen}>{children}</SlideOutSurface>
      </Suspense>
    )
  );
}
