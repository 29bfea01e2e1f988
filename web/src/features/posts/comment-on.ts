import { createStore } from '../../lib/store.ts';

/** The post whose comment field is to have the focus as soon as it is there. */
export const commentOn = createStore<string | null>(null);
