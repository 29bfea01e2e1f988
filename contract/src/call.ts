import type { CallInput, Endpoint, Reply } from './endpoint.ts';

declare const endpointOf: unique symbol;

/**
 * The method and path of an endpoint, such as `GET /api/v1/clubs`, together with the endpoint's type. Clients import calls from
 * `<feature>/calls.ts` (`npm run lists`) instead of endpoints, so that no schema reaches the browser.
 */
export type Call<E extends Endpoint = Endpoint> = `${E['method']} ${E['path']}` & {
  readonly [endpointOf]: E;
};

export type InputOf<C extends Call> = CallInput<C[typeof endpointOf]>;
export type ReplyOf<C extends Call> = Reply<C[typeof endpointOf]>;
