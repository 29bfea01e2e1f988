import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { PermissionOf } from './permissions.ts';
import type { PersonalScope, SchoolScope } from './api-keys/scopes.ts';

/**
 * People and keys that can call an endpoint. The first line of the handler checks finer rights, such as the right to change a
 * profile.
 *  - `visitor`: anyone, signed in or not
 *  - `member`: a signed-in person of the school
 *  - `staff`: a signed-in person with the endpoint's permission at the school
 *  - `key`: an API key of the school with the endpoint's scope
 *  - `employer`: a contact of an employer, who isn't a person of the school and can't call anything else
 */
export type Access = 'visitor' | 'member' | 'staff' | 'key' | 'employer';

/**
 * Proof of the caller's identity.
 *  - `cookie`: the session cookie; writes also need the anti-forgery header `X-XSRF-TOKEN`
 *  - `csrf`: the session cookie and `X-CG-CSRF-Token` (the mobile web service)
 *  - `bearer`: `Authorization: Bearer <jwt>`, or a personal API key if the endpoint has a scope
 *  - `key`: `Authorization: Bearer <API key of the school>`
 *  - `employer`: the cookie of an employer's session; writes also need `X-CG-CSRF-Token`
 *  - `open`: none
 */
export type Credential = 'cookie' | 'csrf' | 'bearer' | 'key' | 'employer' | 'open';

/**
 * The scope that a key needs. Keys can't call endpoints without a scope. Accounts, passwords, sessions, keys and all staff
 * endpoints never get one.
 */
type Keys =
  | { readonly access: 'key'; readonly credential: 'key'; readonly scope: SchoolScope }
  | { readonly access: 'member'; readonly credential: 'bearer'; readonly scope: PersonalScope }
  | { readonly access: 'employer'; readonly credential: 'employer'; readonly scope?: never }
  | {
      readonly access: 'staff';
      readonly credential: Exclude<Credential, 'key' | 'employer'>;
      readonly permission: PermissionOf<'school'>;
      readonly scope?: never;
    }
  | {
      readonly access: 'visitor' | 'member';
      readonly credential: Exclude<Credential, 'key' | 'employer'>;
      readonly scope?: never;
    };

/** One call: its address, access, input, reply and errors. */
export type Endpoint = Keys & Declaration;

interface Declaration {
  /** `feature.verb`; also the name in log lines and the OpenAPI operation ID. */
  readonly name: string;
  /** Verb and object for the API reference: at most seven words, no period, unique within its feature. */
  readonly summary: string;
  /** Facts that the summary doesn't say: rights, limits, idempotency, results. Short sentences. */
  readonly description?: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Path with `{param}` placeholders. */
  readonly path: string;
  /** True if the call changes state although its method is GET (`user_connect`). */
  readonly changesState?: boolean;
  /**
   * True if the call starts a session. It needs no anti-forgery token, because it doesn't use a session, but requests from other
   * sites are refused.
   */
  readonly startsSession?: boolean;
  /**
   * True if the call returns the tokens of its session. Without the cookie, the jwt also needs `X-CG-CSRF-Token`, so that a
   * leaked jwt can't renew itself.
   */
  readonly givesTokens?: boolean;
  /**
   * True if the call must not tell when the caller was active: it doesn't update the session, and error logs don't name the
   * caller.
   */
  readonly leavesNoTrace?: boolean;
  /**
   * True if the call records reads in the activity log. Its transaction can then write although nothing changes for the caller.
   */
  readonly recordsReads?: boolean;
  /**
   * Stores the reply by author and `clientId` (`requestId` if that name is taken) and returns it again when the call is repeated:
   * `always`, or for a `day` if the reply has a secret that isn't stored elsewhere. Endpoints whose rows store the `clientId`
   * themselves don't set it.
   */
  readonly keepsReply?: 'always' | 'day';
  /** `form`: another site's page posts the body as a form (SAML's POST binding). If omitted, JSON. */
  readonly takes?: 'form';
  /**
   * `redirect`: always redirects the browser (303). `xml`: the reply is the text of an XML document; `ndjson`: of JSON lines. If
   * omitted, JSON.
   */
  readonly answers?: 'redirect' | 'xml' | 'ndjson';
  /**
   * The permission that the call requires in a club, or a list if any one of them is enough; `any`: any permission. The handler checks
   * it in its first line; server/test/club-access.test.ts compares the two.
   */
  readonly inClub?: PermissionOf<'club'> | readonly PermissionOf<'club'>[] | 'any';
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The body is a file of any type, up to this size. The handler receives it as a stream after admission. */
  readonly upload?: { readonly maxBytes: number };
  readonly reply: z.ZodType;
  /** Codes in addition to those of every call (`everyCallErrors`). */
  readonly errors?: readonly ErrorCode[];
}

/** Declares a call and keeps its literal types. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared;

type InputPart<S, K extends keyof S> = S[K] extends z.ZodType ? z.input<S[K]> : unknown;
type Parsed<S, K extends keyof S> = S[K] extends z.ZodType ? z.output<S[K]> : unknown;

/** The client's input: path parameters, query and body (or the file) in one object. */
export type CallInput<E extends Endpoint> = InputPart<E, 'params'> &
  InputPart<E, 'query'> &
  InputPart<E, 'body'> &
  (E extends { upload: object } ? { upload: Blob } : unknown);

/** The handler's validated input: path parameters, query and body (or the file's stream) in one object. */
export type HandlerInput<E extends Endpoint> = Parsed<E, 'params'> &
  Parsed<E, 'query'> &
  Parsed<E, 'body'> &
  (E extends { upload: object } ? { upload: AsyncIterable<Uint8Array> } : unknown);

export type Reply<E extends Endpoint> = z.output<E['reply']>;

/** Returns whether an export of a contract module is an endpoint. */
export const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' &&
  value !== null &&
  'method' in value &&
  'path' in value &&
  'reply' in value;
