import { lazyComponent } from '../../lib/lazy-component.ts';

/** Shown at the top of every page (shell/app-shell.tsx). */
export const bannerPart = lazyComponent(
  () => import('./announcement-banners.tsx'),
  'AnnouncementBanners',
);
