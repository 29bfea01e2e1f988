import { queryOptions } from '@tanstack/react-query';
import { networkError, problemError } from '../../../lib/call-error.ts';

/** The parts of our own OpenAPI 3.1 document that the reference shows (server/src/kernel/http/openapi.ts). */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

interface DeclaredOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly description?: string; readonly content: Content };
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly 'x-access': 'visitor' | 'member' | 'staff' | 'key';
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly description: string;
        readonly content?: Content;
        readonly 'x-codes'?: readonly string[];
      }
    >
  >;
}

type SentOperation = Omit<DeclaredOperation, 'security'> &
  Partial<Pick<DeclaredOperation, 'security'>>;

interface Document {
  /** For operations without their own. */
  readonly security: DeclaredOperation['security'];
  readonly paths: Readonly<Record<string, Readonly<Record<string, SentOperation>>>>;
}

/** A call with its path. */
export interface Operation extends DeclaredOperation {
  readonly method: string;
  readonly path: string;
}

export const documentPath = '/api/v1/openapi.json';

/**
 * Returns the document with the parts that its references (`$ref`) point to. Fields next to a reference, such as a description, are kept.
 */
export function resolved(document: unknown): unknown {
  const known = new Map<string, unknown>();
  const lookUp = (reference: string): unknown =>
    reference
      .split('/')
      .slice(1)
      .reduce((part, name) => (part as Readonly<Record<string, unknown>>)[name], document);
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (typeof value !== 'object' || value === null) return value;
    const reference: unknown = '$ref' in value ? value.$ref : undefined;
    if (typeof reference !== 'string')
      return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, resolve(part)]));
    if (!known.has(reference)) known.set(reference, resolve(lookUp(reference)));
    const { $ref: _, ...others } = value as Readonly<Record<string, unknown>>;
    return { ...(known.get(reference) as object), ...others };
  };
  return resolve(document);
}

export const operationsOf = ({ paths, security }: Document): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      security,
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );

/** The document only changes with the server's version. */
export const operationsQuery = () =>
  queryOptions({
    queryKey: [`GET ${documentPath}`],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Operation[]> => {
      const response = await fetch(documentPath, { signal }).catch((cause: unknown) => {
        throw signal.aborted ? cause : networkError(cause);
      });
      const body: unknown = await response.json().catch(() => null);
      if (!response.ok) throw problemError(response, body);
      // The reply comes from a server of the same version.
      return operationsOf(resolved(body) as Document);
    },
  });

/** Returns the searchable text of a call in lowercase. */
const searched = ({ method, path, summary, description = '', operationId }: Operation): string =>
  `${method} ${path} ${summary} ${description} ${operationId}`.toLowerCase();

/** Returns the calls that contain every word, grouped by topic. */
export function grouped(operations: readonly Operation[], search: string): [string, Operation[]][] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = operations.filter((one) => words.every((word) => searched(one).includes(word)));
  return [...Map.groupBy(found, ({ tags }) => tags[0] ?? '')];
}

const first = (content: Content | undefined): [string, Schema] | null => {
  const [one] = Object.entries(content ?? {});
  return one?.[1].schema === undefined ? null : [one[0], one[1].schema];
};
export const bodyOf = ({ requestBody }: Operation) => first(requestBody?.content);
/** Returns status and schema of a call's success response. */
export function answerOf({ responses }: Operation): { status: string; schema: Schema | null } {
  const [status = '', response] =
    Object.entries(responses).find(([code]) => /^[23]/.test(code)) ?? [];
  return { status, schema: first(response?.content)?.[1] ?? null };
}
/** All errors with status, code and message, the endpoint's own first. */
export const errorsOf = ({
  responses,
}: Operation): { status: string; code: string; words: string }[] =>
  Object.entries(responses).flatMap(([key, { description, 'x-codes': codes = [] }]) =>
    codes.map((code, index) => {
      // Lines of the response `default` begin with their status.
      const [, status = key, words = ''] =
        /^(?:(\d+) )?\w+: (.*)$/s.exec(description.split('\n\n')[index] ?? '') ?? [];
      return { status, code, words };
    }),
  );

/** Returns the scope that an API key needs for a call, or null if no key can make it. */
export function scopeOf({ security }: Operation): string | null {
  for (const way of security)
    for (const name of ['personalKey', 'schoolKey'])
      if (way[name]?.[0] !== undefined) return way[name][0];
  return null;
}
