import { createStore } from '../../lib/store.ts';

/** The email address typed on the sign-in page, so that people don't type it again to reset their password. */
export const typedEmail = createStore('');
