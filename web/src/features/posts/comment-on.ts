import { createStore } from '../../lib/store.ts';

/** The post whose comment field gets the focus once it is rendered. */
export const commentOn = createStore<string | null>(null);
