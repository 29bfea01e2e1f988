import { createStore } from './store.ts';

/**
 * Signs in as soon as the server responds, if the app opened from the device; otherwise null. Until then, calls wait for it
 * and fail with it.
 */
export const signInWhenReached = createStore<(() => Promise<void>) | null>(null);

/** A page that the user can open without network. */
export interface SavedPage {
  readonly href: string;
  readonly title: string;
}

/** What the current page shows while there is no network. */
export interface OfflinePage {
  /** The time of the oldest data on the page, or null if the device has none. */
  readonly updatedAt: number | null;
  /** Other pages on this device, newest first. */
  readonly others: readonly SavedPage[];
}
/** Null while online, and until it is known. */
export const offlinePage = createStore<OfflinePage | null>(null);
