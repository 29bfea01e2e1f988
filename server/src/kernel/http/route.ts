import type { Endpoint, HandlerInput, Reply } from '#contract/endpoint.ts';
import type { Context, Scope } from '../context.ts';
import type { CallCookie, SsoState } from './cookies.ts';
import type { Problem } from './problem.ts';

/**
 * What a handler may do to the transport beside answering: cookies, where a session or a visit begins and ends only; what SCIM says in status and
 * headers; and sending the browser on.
 */
export interface Transport {
  setSession(cookies: { token: string; sessionId: string; inFrame: boolean }): void;
  clearSession(): void;
  /** What the browser was given to be known by, at an earlier sign-in. */
  knownBrowser(): string | undefined;
  setKnownBrowser(text: string, days: number): void;
  /** Sets a cookie for calls under one path. Null removes it. */
  callCookie(cookie: CallCookie): string | undefined;
  setCallCookie(
    cookie: CallCookie,
    set: { readonly text: string; readonly seconds: number } | null,
  ): void;
  /** A status other than 200, and headers. With 204 and 304 the answer has no body. */
  respond(status: 200 | 201 | 204 | 304, headers?: Readonly<Record<string, string>>): void;
  /** A header of the request. */
  header(name: 'content-type' | 'if-match' | 'if-none-match'): string | undefined;
  /** The mark of a browser that left for another site, if this is that browser. */
  ssoState(kind: SsoState): string | undefined;
  setSsoState(kind: SsoState, token: string): void;
  /** Sends the browser on; for endpoints that answer `redirect`. */
  redirect(to: string): void;
}

/** One of several calls that share a transaction. */
export interface BatchedCall<E extends Endpoint = Endpoint> {
  readonly context: Context;
  readonly input: HandlerInput<E>;
  /** False where the call is carried out again: it was put off, or those with which it shared a transaction were undone. */
  readonly isFirst: boolean;
}

/** What became of one of them: its answer, its own error, or `later`: with the next, because it would get in the way of another. */
export type BatchOutcome<T> = { readonly answer: T } | { readonly error: Problem } | 'later';

type BatchHandler<E extends Endpoint> = (
  calls: readonly BatchedCall<E>[],
) => Promise<readonly BatchOutcome<Reply<E>>[]>;

/** An endpoint and the function that answers it. */
export interface Route {
  readonly endpoint: Endpoint;
  /**
   * `inside`: runs within one transaction. `outside`: opens its own, because it hashes or waits. `batch`: calls of one school
   * that wait at the same moment share one (gather.ts); the handler takes them all.
   */
  readonly runs: 'inside' | 'outside' | 'batch';
  // The precise input type was checked where the route was declared; the kernel only passes it on.
  readonly handler:
    | ((scope: never, input: never, transport: Transport) => Promise<unknown>)
    | BatchHandler<never>;
  /** Of `batch`: refuses before a transaction is opened, from what the process knows; throws an error. */
  readonly before?: (scope: Scope) => void;
}
