import type { CallInput, Endpoint, Reply } from './endpoint.ts';
import { declared } from './lists/endpoints.ts';

type Declared = typeof declared;

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' &&
  value !== null &&
  'method' in value &&
  'path' in value &&
  'reply' in value;

/** Every call of the product. The server must mount each of them and nothing else. */
export const endpoints: readonly Endpoint[] = Object.values<unknown>(declared).filter(isEndpoint);

type AnyEndpoint = {
  [K in keyof Declared]: Declared[K] extends Endpoint ? Declared[K] : never;
}[keyof Declared];

/** `GET /api/v1/users` → its endpoint. Tests of the server name calls by this key; the web app imports them (call.ts). */
export type Calls = { [E in AnyEndpoint as `${E['method']} ${E['path']}`]: E };
export type CallKey = keyof Calls;
export type InputOf<K extends CallKey> = CallInput<Calls[K]>;
export type ReplyOf<K extends CallKey> = Reply<Calls[K]>;
