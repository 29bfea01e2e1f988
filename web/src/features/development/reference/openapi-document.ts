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

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DeclaredOperation>>>>;
}

/** A call with its path. */
export interface Operation extends DeclaredOperation {
  readonly method: string;
  readonly path: string;
}

export const documentPath = '/api/v1/openapi.json';

export const operationsOf = ({ paths }: Document): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
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
      return operationsOf(body as Document);
    },
  });

/** Returns the searchable text of a call in lowercase. */
const searched = ({ method, path, summary, operationId }: Operation): string =>
  `${method} ${path} ${summary} ${operationId}`.toLowerCase();

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
/** Returns every error with status, code and description. */
export const errorsOf = ({
  responses,
}: Operation): { status: string; code: string; words: string }[] =>
  Object.entries(responses).flatMap(([status, { description, 'x-codes': codes = [] }]) =>
    codes.map((code, index) => ({
      status,
      code,
      words: (description.split('\n\n')[index] ?? '').replace(`${code}: `, ''),
    })),
  );

/** Returns the scope that an API key needs for a call, or null if no key can make it. */
export function scopeOf({ security }: Operation): string | null {
  for (const way of security)
    for (const name of ['personalKey', 'schoolKey'])
      if (way[name]?.[0] !== undefined) return way[name][0];
  return null;
}
