import { createStore } from '../lib/store.ts';

/** Places of the left bar that the window is too low for, by their ids: they stand behind More. */
export const beyondLeftBar = createStore<readonly string[]>([]);
