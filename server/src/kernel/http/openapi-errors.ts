import type { Endpoint } from '#contract/endpoint.ts';
import { errors, everyCallErrors, type ErrorCode } from '#contract/errors.ts';
import { isScim } from '#contract/scim/endpoints.ts';

export const problem = {
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
    reason: { type: 'string', description: 'Reason, with `lti_refused`.' },
    word: { type: 'string', description: 'Word that is not allowed, with `listed_word`.' },
    scope: { type: 'string' },
    challenge: {
      type: 'string',
      description:
        'Challenge for the next step of a sign-in, with `second_factor_required` and `second_factor_setup_required`.',
    },
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

/** Errors of admission, by the requirements of the endpoint (kernel/security/authenticate.ts). */
const admissionErrors = ({
  startsSession,
  access,
  credential,
  scope,
  method,
  changesState,
  givesTokens,
}: Endpoint): ErrorCode[] => {
  const isCookie = credential === 'cookie' || credential === 'csrf' || credential === 'employer';
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
    (credential === 'employer' && method !== 'GET') ||
    (credential === 'cookie' && method !== 'GET' && startsSession !== true)
      ? ['csrf_failed' as const]
      : []),
    ...(isCookie && (method !== 'GET' || changesState === true)
      ? ['cross_site_refused' as const]
      : []),
  ];
};

/** Errors of reading a body. A GET has no body, and a handler reads a file itself. */
const bodyErrors = ({ method, upload, takes }: Endpoint): ErrorCode[] => {
  if (method === 'GET' || upload !== undefined) return [];
  return takes === 'form' ? ['unsupported_media_type'] : ['bad_json', 'unsupported_media_type'];
};

interface ErrorResponse {
  readonly description: string;
  readonly 'x-codes': readonly ErrorCode[];
  readonly content: Readonly<Record<string, { readonly schema: object }>>;
}

/** The media type of errors, and its suffix in names of responses. */
const mediaOf = (endpoint: Endpoint): { media: string; suffix: string } => {
  if (isScim(endpoint)) return { media: 'application/scim+json', suffix: '.scim' };
  return endpoint.path.startsWith('/mobile_ws/')
    ? { media: 'application/json', suffix: '.mobile' }
    : { media: 'application/problem+json', suffix: '' };
};

const lineOf = (code: ErrorCode): string => `${code}: ${errors[code].message}`;

const responseOf = (
  codes: readonly ErrorCode[],
  media: string,
  textOf: (code: ErrorCode) => string = lineOf,
): ErrorResponse => ({
  description: codes.map(textOf).join('\n\n'),
  'x-codes': codes,
  content: {
    [media]: {
      schema:
        media === 'application/problem+json'
          ? { $ref: '#/components/schemas/Problem' }
          : { type: 'object' },
    },
  },
});

/** Codes that follow from an endpoint's credential, access and body. */
const generalCodes = (endpoint: Endpoint): readonly ErrorCode[] => [
  ...new Set([...everyCallErrors, ...admissionErrors(endpoint), ...bodyErrors(endpoint)]),
];

/** The name of the response with an endpoint's general codes, such as `bearer.scope.body`. */
const generalName = (endpoint: Endpoint): string => {
  const codes = generalCodes(endpoint);
  const parts = {
    [endpoint.access]: endpoint.access !== 'member',
    scope: endpoint.scope !== undefined && endpoint.access !== 'key',
    write: codes.includes('cross_site_refused'),
    token: codes.includes('csrf_failed'),
    body: codes.includes('bad_json'),
    form: codes.includes('unsupported_media_type') && !codes.includes('bad_json'),
  };
  const named = Object.entries(parts).flatMap(([name, isPart]) => (isPart ? [name] : []));
  return [...new Set([endpoint.credential, ...named])].join('.');
};

/** An endpoint's responses for its own error codes, by status. */
const ownResponses = (endpoint: Endpoint) => {
  const general = new Set(generalCodes(endpoint));
  const own = [
    ...(endpoint.keepsReply === 'day' ? (['shown_once'] as const) : []),
    ...(endpoint.errors ?? []),
  ].filter((code) => !general.has(code));
  const { media, suffix } = mediaOf(endpoint);
  const byStatus = Map.groupBy([...new Set(own)].toSorted(), (code) => errors[code].status);
  return [...byStatus].map(([status, codes]) => ({
    status,
    name: codes.join('.') + suffix,
    response: responseOf(codes, media),
  }));
};

/**
 * Returns the error responses of endpoints. `default` has the errors that follow from an endpoint's credential, access and body, for
 * every status, and its lines begin with the status. The other responses have only the errors of the endpoint itself. Responses that
 * several endpoints have are in `shared` (`components.responses`), because they would otherwise be a third of the document.
 */
export const openErrors = (endpoints: readonly Endpoint[]) => {
  const shared = new Map<string, object>();
  const share = (name: string, response: object) => {
    const known = shared.get(name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(response))
      throw new Error(`Two responses have the name ${name}.`);
    shared.set(name, response);
    return { $ref: `#/components/responses/${name}` };
  };
  const uses = Map.groupBy(
    endpoints.flatMap((endpoint) => ownResponses(endpoint).map(({ name }) => name)),
    (name) => name,
  );
  const errorsOf = (endpoint: Endpoint) => {
    const { media, suffix } = mediaOf(endpoint);
    const general = generalCodes(endpoint).toSorted((a, b) => errors[a].status - errors[b].status);
    return {
      ...Object.fromEntries(
        ownResponses(endpoint).map(({ status, name, response }) => [
          status,
          (uses.get(name)?.length ?? 0) > 1 ? share(name, response) : response,
        ]),
      ),
      default: share(
        generalName(endpoint) + suffix,
        responseOf(general, media, (code) => `${errors[code].status} ${lineOf(code)}`),
      ),
    };
  };
  return { errorsOf, shared };
};
