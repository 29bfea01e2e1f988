import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { PermissionOf } from './permissions.ts';
import type { PersonalScope, SchoolScope } from './api-keys/scopes.ts';

/**
 * Who may call an endpoint at all. Finer questions ("may I change this profile?") are asked
 * in the first line of the action.
 *  - `visitor`: anybody, signed in or not
 *  - `member`: a signed-in person of the school
 *  - `staff`: a signed-in person who has the permission that the endpoint names, at the school
 *  - `key`: whoever has an API key of the school with the endpoint's scope
 */
export type Access = 'visitor' | 'member' | 'staff' | 'key';

/**
 * What proves who is calling.
 *  - `cookie`: the session cookie; writes also need the anti-forgery header `X-XSRF-TOKEN`
 *  - `csrf`: the session cookie and `X-CG-CSRF-Token` (the mobile web service)
 *  - `bearer`: `Authorization: Bearer <jwt>`, or a person's own API key where the endpoint names a scope
 *  - `key`: `Authorization: Bearer <API key of the school>`
 *  - `open`: nothing is read
 */
export type Credential = 'cookie' | 'csrf' | 'bearer' | 'key' | 'open';

/**
 * The scope a key must have to make the call. What names none is open to no key: so are, for good, accounts, passwords, sessions,
 * keys themselves, and all that an office allows.
 */
type Keys =
  | { readonly access: 'key'; readonly credential: 'key'; readonly scope: SchoolScope }
  | { readonly access: 'member'; readonly credential: 'bearer'; readonly scope: PersonalScope }
  | {
      readonly access: 'staff';
      readonly credential: Exclude<Credential, 'key'>;
      readonly permission: PermissionOf<'school'>;
      readonly scope?: never;
    }
  | {
      readonly access: 'visitor' | 'member';
      readonly credential: Exclude<Credential, 'key'>;
      readonly scope?: never;
    };

/** One call: its address, who may make it, what goes in, what comes out, what can go wrong. */
export type Endpoint = Keys & Declaration;

interface Declaration {
  /** `feature.verb`; also the log line's name and the OpenAPI operation id. */
  readonly name: string;
  /** Verb and object for the API reference: at most seven words, no period, unique within its feature. */
  readonly summary: string;
  /** Facts that the summary doesn't say: rights, limits, idempotency, results. Short sentences. */
  readonly description?: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path with `{param}` places. */
  readonly path: string;
  /** True when the call changes state although its method is GET (`user_connect`). */
  readonly changesState?: boolean;
  /** True when the call begins a session: it does not ride on one, so it needs no anti-forgery token; it is refused across sites. */
  readonly startsSession?: boolean;
  /**
   * True when the call answers tokens of its session. Where the jwt stands in for the cookie it wants `X-CG-CSRF-Token` too: a jwt
   * alone, which goes to more places, does not renew itself.
   */
  readonly givesTokens?: boolean;
  /** True when the call records who read what (audit): its transaction may write although nothing changes for the caller. */
  readonly recordsReads?: boolean;
  /**
   * Keeps the reply by author and `clientId` (`requestId` where that name is taken) and answers it again when the call is
   * repeated: `always`, or for a `day` where the reply shows a secret that is not stored otherwise. Endpoints whose rows keep the
   * `clientId` themselves leave it out.
   */
  readonly keepsReply?: 'always' | 'day';
  /** `form`: the body comes from a page of another site as a form (SAML's POST binding); JSON when left out. */
  readonly takes?: 'form';
  /** `redirect`: sends the browser on (303), whatever happened. `xml`: the reply is the text of an XML document. JSON when left out. */
  readonly answers?: 'redirect' | 'xml';
  /**
   * The permission that the call takes in a club, or several of which one is enough; `any`: whichever. The handler asks for it in its
   * first line; server/test/club-access.test.ts holds the two against each other.
   */
  readonly inClub?: PermissionOf<'club'> | readonly PermissionOf<'club'>[] | 'any';
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The body is a file of any type, at most so long, that reaches the handler as a stream once the caller is admitted. */
  readonly upload?: { readonly maxBytes: number };
  readonly reply: z.ZodType;
  /** Codes beyond the ones every call can answer (`everyCallErrors`). */
  readonly errors?: readonly ErrorCode[];
}

/** Declares a call and keeps its literal types. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared;

type Sent<S, K extends keyof S> = S[K] extends z.ZodType ? z.input<S[K]> : unknown;
type Parsed<S, K extends keyof S> = S[K] extends z.ZodType ? z.output<S[K]> : unknown;

/** What a client sends: path parameters, query and body (or the file) in one object. */
export type CallInput<E extends Endpoint> = Sent<E, 'params'> &
  Sent<E, 'query'> &
  Sent<E, 'body'> &
  (E extends { upload: object } ? { upload: Blob } : unknown);

/** What a handler receives after validation: path parameters, query and body (or the file as it comes) in one object. */
export type HandlerInput<E extends Endpoint> = Parsed<E, 'params'> &
  Parsed<E, 'query'> &
  Parsed<E, 'body'> &
  (E extends { upload: object } ? { upload: AsyncIterable<Uint8Array> } : unknown);

/** What the call answers. */
export type Reply<E extends Endpoint> = z.output<E['reply']>;
