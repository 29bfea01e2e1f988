import { createStore } from '../lib/store.ts';

/** IDs of left bar items that don't fit the window's height. They are in the More menu. */
export const overflowItems = createStore<readonly string[]>([]);
