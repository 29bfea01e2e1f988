import type { Endpoint, Reply } from '#contract/endpoint.ts';
import type { Scope } from '../context.ts';
import type { BatchedCall, BatchOutcome } from './batched-call.ts';
import type { CallCookie, SsoState } from './cookies.ts';

/**
 * The parts of the HTTP exchange that a handler can use in addition to its result: cookies, only where a session or a visit starts or ends;
 * SCIM's status and headers; and redirects.
 */
export interface Transport {
  setSession(cookies: { token: string; sessionId: string; inFrame: boolean }): void;
  clearSession(): void;
  /** Returns the token that the browser got at an earlier sign-in. */
  knownBrowser(): string | undefined;
  setKnownBrowser(text: string, days: number): void;
  /** Returns the token that ties an unfinished sign-in to this browser. */
  signInBrowser(): string | undefined;
  setSignInBrowser(token: string, inFrame: boolean): void;
  /** Sets a cookie for calls under one path. Null removes it. */
  callCookie(cookie: CallCookie): string | undefined;
  setCallCookie(
    cookie: CallCookie,
    set: { readonly text: string; readonly seconds: number } | null,
  ): void;
  /** Sets a status other than 200, and headers. Responses with 204 and 304 have no body. */
  respond(status: 200 | 201 | 204 | 304, headers?: Readonly<Record<string, string>>): void;
  /** Returns a header of the request. */
  header(
    name: 'content-type' | 'if-match' | 'if-none-match' | 'stripe-signature',
  ): string | undefined;
  /** Returns the token of a browser that left for another site, if this is the same browser. */
  ssoState(kind: SsoState): string | undefined;
  setSsoState(kind: SsoState, token: string): void;
  /** Redirects the browser, for endpoints that answer `redirect`. */
  redirect(to: string): void;
}

type BatchHandler<E extends Endpoint> = (
  calls: readonly BatchedCall<E>[],
) => Promise<readonly BatchOutcome<Reply<E>>[]>;

/** An endpoint with its handler. */
export interface Route {
  readonly endpoint: Endpoint;
  /**
   * `inside`: runs within one transaction. `outside`: opens its own, because it hashes or waits. `batch`: waiting calls of one school share
   * a transaction (batch.ts), and the handler gets all of them.
   */
  readonly runs: 'inside' | 'outside' | 'batch';
  // `handle` has checked the precise input type. The kernel only passes the input on.
  readonly handler:
    | ((scope: never, input: never, transport: Transport) => Promise<unknown>)
    | BatchHandler<never>;
  /** For `batch`: throws to reject a call before a transaction is opened, based on data in memory. */
  readonly before?: (scope: Scope) => void;
}
