import { laterPart } from '../../lib/later-part.ts';

/** Stands above every page (shell/app-shell.tsx). */
export const bannerPart = laterPart(
  () => import('./announcement-banners.tsx'),
  'AnnouncementBanners',
);
