import { isEndpoint, type CallInput, type Endpoint, type Reply } from './endpoint.ts';
import { declared } from './lists/endpoints.ts';

type Declared = typeof declared;

/** All calls of the product. The server mounts exactly these. */
export const endpoints: readonly Endpoint[] = Object.values<unknown>(declared).filter(isEndpoint);

type AnyEndpoint = {
  [K in keyof Declared]: Declared[K] extends Endpoint ? Declared[K] : never;
}[keyof Declared];

/**
 * Maps keys such as `GET /api/v1/users` to their endpoints. Server tests name calls by these keys; the web app imports them
 * (call.ts).
 */
export type Calls = { [E in AnyEndpoint as `${E['method']} ${E['path']}`]: E };
export type CallKey = keyof Calls;
export type InputOf<K extends CallKey> = CallInput<Calls[K]>;
export type ReplyOf<K extends CallKey> = Reply<Calls[K]>;
