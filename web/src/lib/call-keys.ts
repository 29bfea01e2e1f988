import type { Calls } from '#contract/endpoints.ts';

/**
 * Calls by their literal keys. An endpoint whose path is only known as `string` would make the key `GET ${string}`,
 * which swallows every other GET; it is left out here (the three v17 lists, which this app does not call).
 */
export type CallKey = keyof { [K in keyof Calls as `GET ${string}` extends K ? never : K]: Calls[K] };
