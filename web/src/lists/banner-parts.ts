/* Written by `npm run lists`: what each feature declares. */
import { bannerPart as announcements } from '../features/announcements/banner-part.ts';

export const bannerParts = {
  announcements,
} as const;
