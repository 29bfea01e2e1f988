import { lazyComponent } from '../../lib/lazy-component.ts';

/** Stands above every page (shell/app-shell.tsx). */
export const bannerPart = lazyComponent(
  () => import('./announcement-banners.tsx'),
  'AnnouncementBanners',
);
