import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { isScim } from '#contract/scim/endpoints.ts';
import { webhookData, webhookSummaries } from '#contract/webhooks/endpoints.ts';
import { errors, everyCallErrors, type ErrorCode } from '#contract/errors.ts';

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
  });
  return rest;
};

const parametersOf = (schema: z.ZodType | undefined, place: 'path' | 'query') => {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, { description?: string }>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(inner.description !== undefined && { description: inner.description }),
    schema: inner,
  }));
};

/** In OpenAPI 3.1, the scopes of a key that isn't an OAuth token are roles ("Security Requirement Object"). */
const securityOf = (endpoint: Endpoint): Record<string, string[]>[] => {
  switch (endpoint.credential) {
    case 'open':
      return [];
    case 'key':
      return [{ schoolKey: [endpoint.scope] }];
    case 'bearer':
      return endpoint.scope === undefined
        ? [{ bearer: [] }]
        : [{ bearer: [] }, { personalKey: [endpoint.scope] }];
    case 'csrf':
      return [{ session: [], csrf: [] }];
    case 'cookie':
      return endpoint.method === 'GET' ? [{ session: [] }] : [{ session: [], xsrf: [] }];
  }
};

const problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    instance: { type: 'string' },
    code: { type: 'string', enum: Object.keys(errors) },
    retryAfter: { type: 'integer' },
    reason: { type: 'string', description: 'With `lti_refused`: why' },
    word: { type: 'string', description: 'With `listed_word`: the word that is not allowed' },
    scope: { type: 'string' },
    permission: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};

/** Returns the errors of authentication, by what the endpoint requires (kernel/security/authenticate.ts). */
const admissionErrors = ({
  startsSession,
  access,
  credential,
  scope,
  method,
  changesState,
  givesTokens,
}: Endpoint): ErrorCode[] => {
  const isCookie = credential === 'cookie' || credential === 'csrf';
  return [
    ...(access === 'visitor' ? [] : ['not_logged_in' as const]),
    ...(access === 'staff' ? ['forbidden' as const] : []),
    ...((credential === 'bearer' || credential === 'key') && access !== 'visitor'
      ? ['invalid_token' as const]
      : []),
    ...(scope === undefined ? [] : ['missing_scope' as const]),
    ...(credential === 'bearer' && scope === undefined ? ['not_for_keys' as const] : []),
    ...(credential === 'csrf' ||
    givesTokens === true ||
    (credential === 'cookie' && method !== 'GET' && startsSession !== true)
      ? ['csrf_failed' as const]
      : []),
    ...(isCookie && (method !== 'GET' || changesState === true)
      ? ['cross_site_refused' as const]
      : []),
  ];
};

/** Returns the errors of reading a body. GET has none, and handlers read files. */
const bodyErrors = ({ method, upload, takes }: Endpoint): ErrorCode[] => {
  if (method === 'GET' || upload !== undefined) return [];
  return takes === 'form' ? ['unsupported_media_type'] : ['bad_json', 'unsupported_media_type'];
};

/** SCIM's success statuses (RFC 7644, 3.3 to 3.6). */
const scimDone = { GET: 200, POST: 201, PUT: 200, PATCH: 200, DELETE: 204 } as const;

const bodyOf = (endpoint: Endpoint): string => {
  if (endpoint.takes === 'form') return 'application/x-www-form-urlencoded';
  return isScim(endpoint) ? 'application/scim+json' : 'application/json';
};

const doneOf = (endpoint: Endpoint) => {
  if (endpoint.answers === 'redirect')
    return {
      303: {
        description: 'Redirects the browser',
        headers: { Location: { schema: { type: 'string' } } },
      },
    };
  const status = isScim(endpoint) ? scimDone[endpoint.method] : 200;
  const json = isScim(endpoint) ? 'application/scim+json' : 'application/json';
  const media = endpoint.answers === 'xml' ? 'application/samlmetadata+xml' : json;
  return {
    [status]: {
      description: 'Done',
      ...(status !== 204 && {
        content: { [media]: { schema: jsonSchema(endpoint.reply, 'output') } },
      }),
    },
  };
};

const operation = (endpoint: Endpoint) => {
  const codes = [
    ...new Set([
      ...everyCallErrors,
      ...admissionErrors(endpoint),
      ...bodyErrors(endpoint),
      ...(endpoint.keepsReply === 'day' ? (['shown_once'] as const) : []),
      ...(endpoint.errors ?? []),
    ]),
  ];
  const byStatus = Map.groupBy(codes, (code) => errors[code].status);
  const json = isScim(endpoint) ? 'application/scim+json' : 'application/json';
  const media =
    isScim(endpoint) || endpoint.path.startsWith('/mobile_ws/') ? json : 'application/problem+json';
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [endpoint.name.split('.')[0]],
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
    ],
    ...(endpoint.body && {
      requestBody: {
        required: true,
        content: { [bodyOf(endpoint)]: { schema: jsonSchema(endpoint.body, 'input') } },
      },
    }),
    ...(endpoint.upload && {
      requestBody: {
        required: true,
        description: `The file itself, at most ${endpoint.upload.maxBytes} bytes`,
        content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
      },
    }),
    security: securityOf(endpoint),
    'x-access': endpoint.access,
    ...(endpoint.access === 'staff' && { 'x-permission': endpoint.permission }),
    responses: {
      ...doneOf(endpoint),
      ...Object.fromEntries(
        [...byStatus].map(([status, list]) => [
          status,
          {
            description: list.map((code) => `${code}: ${errors[code].message}`).join('\n\n'),
            'x-codes': list,
            content: {
              [media]: {
                schema:
                  media === 'application/problem+json'
                    ? { $ref: '#/components/schemas/Problem' }
                    : { type: 'object' },
              },
            },
          },
        ]),
      ),
    },
  };
};

/** Headers of a webhook (Standard Webhooks, "Webhook headers"). */
const webhookHeaders = {
  'webhook-id': 'The same for every attempt to deliver an event',
  'webhook-timestamp': 'Unix time of this attempt',
  'webhook-signature':
    '`v1,` and HMAC-SHA256 over id, timestamp and body in base64; several, separated by spaces, while a secret is being replaced',
};

const webhookOf = ([type, data]: [string, z.ZodType], summary: string) => ({
  post: {
    operationId: `webhook ${type}`,
    summary,
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
              data: jsonSchema(data, 'output'),
            },
          },
        },
      },
    },
    responses: { '2XX': { description: 'Delivered. Any other status is retried.' } },
  },
});

/** Returns the OpenAPI 3.1 document of all endpoints, based on the schemas that validate requests. */
export const openApiDocument = (
  endpoints: readonly Endpoint[],
  version: string,
): Record<string, unknown> => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of endpoints)
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Commons',
      version,
      description:
        'The campus community platform. `/mobile_ws/` uses the session cookie, `/api/v1/` a bearer token: the token of a session or, for calls with a scope, an API key.',
    },
    paths,
    webhooks: Object.fromEntries(
      Object.entries(webhookData).map((one) => [
        one[0],
        webhookOf(one, webhookSummaries[one[0] as keyof typeof webhookData]),
      ]),
    ),
    components: {
      schemas: { Problem: problem },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'cg_session' },
        csrf: { type: 'apiKey', in: 'header', name: 'X-CG-CSRF-Token' },
        xsrf: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN' },
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        personalKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'A personal API key with the scope',
        },
        schoolKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key of the school with the scope',
        },
      },
    },
  };
};
