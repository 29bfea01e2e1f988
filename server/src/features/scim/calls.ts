import type { Endpoint, HandlerInput, Reply } from '#contract/endpoint.ts';
import { scimPageMax } from '#contract/scim/endpoints.ts';
import { transact, type Context, type Scope } from '../../kernel/context.ts';
import { countUse } from '../../kernel/security/rate-limits.ts';
import { handleWithoutTransaction } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import type { Route, Transport } from '../../kernel/http/route.ts';

/** The rate limit for a key. It allows a provider's first cycle, and protects the database's other work. */
export const scimLimit = { max: 1_500, seconds: 60 };

/** The database's unique constraints and the attributes that they protect. */
const unique: Record<string, string> = {
  users_school_id_username_key: 'userName',
  users_username_folded: 'userName',
  users_email: 'e-mail address',
  scim_users_school_id_external_id_key: 'externalId',
  scim_groups_school_id_external_id_key: 'externalId',
};

/**
 * Runs a call with a key in one transaction. If two calls use the same name at the same time, a unique constraint
 * rejects the second.
 */
const keyTransact = async <T>(
  scope: Scope,
  work: (context: Context) => Promise<T>,
  isRead: boolean,
): Promise<T> => {
  if (scope.actor.kind !== 'key') throw problem('not_logged_in');
  await countUse(scope, `scim:${scope.actor.keyId}`, scimLimit);
  try {
    return await transact(scope, work, { readOnly: isRead });
  } catch (error) {
    const { code, constraint } = error as { code?: unknown; constraint?: unknown };
    const name =
      code === '23505' && typeof constraint === 'string' ? unique[constraint] : undefined;
    throw name === undefined ? error : problem('not_unique', { name });
  }
};

/** Returns a handler for a SCIM endpoint. `answer` runs in the transaction of the key. */
export const handleScim = <E extends Endpoint>(
  endpoint: E,
  run: (context: Context, input: HandlerInput<E>, transport: Transport) => Promise<Reply<E>>,
): Route =>
  handleWithoutTransaction(endpoint, (call, input, transport) =>
    keyTransact(call, (context) => run(context, input, transport), endpoint.method === 'GET'),
  );

const tagsOf = (header: string): string[] =>
  header.split(',').map((tag) => tag.trim().replace(/^W\//i, ''));
const isAmong = (version: string, header: string): boolean =>
  header.trim() === '*' || tagsOf(header).includes(version.replace(/^W\//, ''));

/** Throws if the client's version isn't the current one. */
export const checkVersion = (version: string, transport: Pick<Transport, 'header'>): void => {
  const wanted = transport.header('if-match');
  if (wanted !== undefined && !isAmong(version, wanted)) throw problem('version_mismatch');
};

/** Returns a resource with its version, or a 304 if the client already has it. */
export const answerOne = <
  T extends {
    readonly meta?:
      | { readonly version?: string | undefined; readonly location: string }
      | undefined;
  },
>(
  resource: T,
  transport: Transport,
  status: 200 | 201 = 200,
): T => {
  const { version = '', location = '' } = resource.meta ?? {};
  const known = transport.header('if-none-match');
  const isKnown = status === 200 && known !== undefined && isAmong(version, known);
  transport.respond(isKnown ? 304 : status, {
    ETag: version,
    ...(status === 201 && { Location: location }),
  });
  return resource;
};

/** Returns the range of a list. It starts at 1 and has at most one page. */
export const windowOf = ({
  startIndex = 1,
  count = 100,
}: {
  startIndex?: number | undefined;
  count?: number | undefined;
}) => ({
  start: Math.max(1, startIndex),
  count: Math.min(scimPageMax, Math.max(0, count)),
});

/** Returns a list in the format of SCIM. */
export const listOf = <T>(resources: readonly T[], total: number, start: number) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex: start,
  itemsPerPage: resources.length,
  Resources: [...resources],
});
