import { Outlet, useChildMatches } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { hoverAnchor } from '../features/people/hover-anchor.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { useMessages } from '../lib/messages.ts';
import { useSchool } from '../lib/school.ts';
import { session } from '../lib/session-store.ts';
import { listedShortcuts, listenForShortcuts } from '../lib/shortcuts.ts';
import { useStore } from '../lib/store.ts';
import { bannerParts } from '../lists/banner-parts.ts';
import { BottomMenu } from './bottom-menu.tsx';
import { LeftBar } from './left-bar.tsx';
import { MainMenuContainer } from './main-menu-container.tsx';
import { KeepAliveOutlet } from './keep-alive-outlet.tsx';
import { MembersOnly } from './members-only.tsx';
import { resetMenusOnResize } from './menus.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { isPaletteOpen, listenForPalette } from './palette-open.ts';
import { Palette } from './palette-part.ts';

const HoverCard = lazyComponent(() => import('../features/people/hover-card.tsx'), 'HoverCard');
const ShortcutList = lazyComponent(() => import('./shortcut-list.tsx'), 'ShortcutList');
const TopBar = lazyComponent(() => import('./top-bar.tsx'), 'TopBar');

/**
 * The bars around every page of signed-in users. The window itself scrolls, so that phones hide their address bar, Page Down
 * works from anywhere, and the router restores the position on back.
 */
export function AppShell() {
  const { user } = useStore(session);
  const isOpen = useChildMatches({ select: ([page]) => page?.staticData.isPublic === true });
  return user === null && isOpen ? <Outlet /> : <Bars />;
}

function Bars() {
  const { t } = useMessages();
  const { topBar } = useSchool().config.layout;
  const hasPalette = useStore(isPaletteOpen);
  const hasHoverCard = useStore(hoverAnchor) !== null;
  const hasShortcutList = useStore(listedShortcuts) !== null;
  useEffect(resetMenusOnResize, []);
  useEffect(listenForShortcuts, []);
  useEffect(() => listenForPalette(Palette.preload), []);
  return (
    <MembersOnly>
      <a
        href="#main"
        className="fixed start-3 top-3 z-50 -translate-y-20 rounded-control bg-ink px-4 py-3 font-bold text-canvas focus-visible:translate-y-0"
      >
        {t('nav.skip')}
      </a>
      <LeftBar />
      <div data-shell className="min-h-dvh max-md:pb-bottom-bar md:ps-bar">
        {topBar && (
          <Suspense
            fallback={<div data-top-bar className="h-(--top-bar) bg-brand dark:bg-brand-soft" />}
          >
            <TopBar />
          </Suspense>
        )}
        <OfflineBanner />
        <div aria-live="polite">
          {Object.entries(bannerParts).map(([feature, Banner]) => (
            <Suspense key={feature} fallback={null}>
              <Banner />
            </Suspense>
          ))}
        </div>
        <KeepAliveOutlet />
      </div>
      <BottomMenu />
      <MainMenuContainer />
      {hasHoverCard && (
        <Suspense fallback={null}>
          <HoverCard />
        </Suspense>
      )}
      {hasShortcutList && (
        <Suspense fallback={null}>
          <ShortcutList />
        </Suspense>
      )}
      {hasPalette && (
        <Suspense fallback={null}>
          <Palette />
        </Suspense>
      )}
    </MembersOnly>
  );
}
