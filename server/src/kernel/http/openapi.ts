import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { isScim } from '#contract/scim/endpoints.ts';
import { webhookData, webhookTexts } from '#contract/webhooks/endpoints.ts';
import { openErrors, problem } from './openapi-errors.ts';
import { openSchemas, type ToJson } from './openapi-schemas.ts';
import { textTypes } from './reply-media.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: object;
}

const parametersIn = (
  place: 'path' | 'query',
  schema: z.ZodType | undefined,
  toJson: ToJson,
): Parameter[] => {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = toJson(schema, 'input') as {
    properties?: Record<string, { description?: string }>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
  }));
};

/** Operations that have to use a parameter before it is shared. */
const sharedFrom = 4;

/**
 * Returns the parameters of endpoints. The most common parameter of each name is in `shared` (`components.parameters`), under names such
 * as `path.id`.
 */
const openParameters = (endpoints: readonly Endpoint[], toJson: ToJson) => {
  const all = new Map(
    endpoints.map((endpoint) => [
      endpoint,
      [
        ...parametersIn('path', endpoint.params, toJson),
        ...parametersIn('query', endpoint.query, toJson),
      ],
    ]),
  );
  const shared: Record<string, Parameter> = {};
  const texts = Map.groupBy([...all.values()].flat(), (one) => JSON.stringify(one));
  for (const [, same] of [...texts].toSorted(([, a], [, b]) => b.length - a.length)) {
    const [one] = same;
    if (one !== undefined && same.length >= sharedFrom) shared[`${one.in}.${one.name}`] ??= one;
  }
  const parametersOf = (endpoint: Endpoint) =>
    (all.get(endpoint) ?? []).map((one) => {
      const name = `${one.in}.${one.name}`;
      return JSON.stringify(shared[name]) === JSON.stringify(one)
        ? { $ref: `#/components/parameters/${name}` }
        : one;
    });
  return { parametersOf, shared };
};

const bearerOnly = [{ bearer: [] }];

/** OpenAPI 3.1 lists the scopes of keys that aren't OAuth tokens as roles ("Security Requirement Object"). */
const securityOf = (endpoint: Endpoint): Record<string, string[]>[] => {
  switch (endpoint.credential) {
    case 'open':
      return [];
    case 'employer':
      return [endpoint.method === 'GET' ? { employer: [] } : { employer: [], csrf: [] }];
    case 'key':
      return [{ schoolKey: [endpoint.scope] }];
    case 'bearer':
      return endpoint.scope === undefined
        ? bearerOnly
        : [{ bearer: [] }, { personalKey: [endpoint.scope] }];
    case 'csrf':
      return [{ session: [], csrf: [] }];
    case 'cookie':
      return endpoint.method === 'GET' ? [{ session: [] }] : [{ session: [], xsrf: [] }];
  }
};

/** Success statuses in SCIM (RFC 7644, 3.3 to 3.6). */
const scimDone = { GET: 200, POST: 201, PUT: 200, PATCH: 200, DELETE: 204 } as const;

const bodyOf = (endpoint: Endpoint): string => {
  if (endpoint.takes === 'form') return 'application/x-www-form-urlencoded';
  return isScim(endpoint) ? 'application/scim+json' : 'application/json';
};

/** The response of calls that return nothing. */
const done = {
  description: 'Success.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: { ok: { type: 'boolean', const: true } },
        required: ['ok'],
      },
    },
  },
};

const doneOf = (endpoint: Endpoint, toJson: ToJson) => {
  if (endpoint.answers === 'redirect')
    return {
      303: {
        description: 'Redirects the browser.',
        headers: { Location: { schema: { type: 'string' } } },
      },
    };
  const status = isScim(endpoint) ? scimDone[endpoint.method] : 200;
  const json = isScim(endpoint) ? 'application/scim+json' : 'application/json';
  const media =
    endpoint.answers === 'xml' || endpoint.answers === 'ndjson'
      ? textTypes[endpoint.answers]
      : json;
  if (status === 204) return { [status]: { description: done.description } };
  const content = { [media]: { schema: toJson(endpoint.reply, 'output') } };
  return {
    [status]: isDeepStrictEqual(content, done.content)
      ? { $ref: '#/components/responses/Done' }
      : { description: done.description, content },
  };
};

const operation = (
  endpoint: Endpoint,
  toJson: ToJson,
  { parameters, errors }: { parameters: readonly object[]; errors: object },
) => ({
  operationId: endpoint.name,
  summary: endpoint.summary,
  ...(endpoint.description !== undefined && { description: endpoint.description }),
  tags: [endpoint.name.split('.')[0]],
  parameters,
  ...(endpoint.body && {
    requestBody: {
      required: true,
      content: { [bodyOf(endpoint)]: { schema: toJson(endpoint.body, 'input') } },
    },
  }),
  ...(endpoint.upload && {
    requestBody: {
      required: true,
      description: `File of at most ${endpoint.upload.maxBytes} bytes.`,
      content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
    },
  }),
  // Without `security`, the default of the document applies.
  ...(!isDeepStrictEqual(securityOf(endpoint), bearerOnly) && { security: securityOf(endpoint) }),
  'x-access': endpoint.access,
  ...(endpoint.access === 'staff' && { 'x-permission': endpoint.permission }),
  responses: { ...doneOf(endpoint, toJson), ...errors },
});

/** Headers of a webhook (Standard Webhooks, "Webhook headers"). */
const webhookHeaders = {
  'webhook-id': 'ID of the event, the same for every attempt.',
  'webhook-timestamp': 'Time of this attempt in seconds since 1970.',
  'webhook-signature':
    '`v1,` and the base64 HMAC-SHA256 of ID, timestamp and body. While a secret is rotated, two signatures separated by a space.',
};

const webhookOf = (
  [type, data]: [string, z.ZodType],
  texts: (typeof webhookTexts)[keyof typeof webhookTexts],
  toJson: ToJson,
) => ({
  post: {
    operationId: `webhook ${type}`,
    ...texts,
    tags: ['webhooks'],
    parameters: Object.entries(webhookHeaders).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['type', 'timestamp', 'data'],
            properties: {
              type: { const: type },
              timestamp: { type: 'string', format: 'date-time' },
              data: toJson(data, 'output'),
            },
          },
        },
      },
    },
    responses: { '2XX': { description: 'Accepted. Any other status is retried.' } },
  },
});

/** The OpenAPI 3.1 document of all endpoints. It uses the same schemas as validation. */
export const openApiDocument = (
  endpoints: readonly Endpoint[],
  version: string,
): Record<string, unknown> => {
  const { toJson, finish } = openSchemas();
  const { parametersOf, shared: parameters } = openParameters(endpoints, toJson);
  const { errorsOf, shared: responses } = openErrors(endpoints);
  const paths: Record<string, Record<string, ReturnType<typeof operation>>> = {};
  for (const endpoint of endpoints)
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint, toJson, {
      parameters: parametersOf(endpoint),
      errors: errorsOf(endpoint),
    });
  const webhooks = Object.fromEntries(
    Object.entries(webhookData).map((one) => [
      one[0],
      webhookOf(one, webhookTexts[one[0] as keyof typeof webhookData], toJson),
    ]),
  );
  const {
    document: { parameters: shared, ...document },
    schemas,
  } = finish({ paths, webhooks, parameters });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Commons',
      version,
      description:
        'The Commons API. `/mobile_ws/` uses the session cookie. `/api/v1/` uses a bearer token: a session token or, on endpoints that list a scope, an API key.',
    },
    security: bearerOnly,
    ...document,
    components: {
      schemas: { ...schemas, Problem: problem },
      parameters: shared,
      responses: { Done: done, ...Object.fromEntries(responses) },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'cg_session' },
        employer: {
          type: 'apiKey',
          in: 'cookie',
          name: 'cg_employer',
          description: 'Session of a contact of an employer. No other operation accepts it.',
        },
        csrf: { type: 'apiKey', in: 'header', name: 'X-CG-CSRF-Token' },
        xsrf: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        personalKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'API key of the caller with the listed scope.',
        },
        schoolKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'API key of the school with the listed scope.',
        },
      },
    },
  };
};
