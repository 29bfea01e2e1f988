import { bearerParts } from '../../../lib/call.ts';
import { buildRequest, sendRequest } from '../../../lib/request.ts';
import { bodyOf, type Operation } from './openapi-document.ts';

/** The response of a tried call. */
export interface TriedCall {
  readonly status: number;
  readonly ms: number;
  readonly text: string;
  readonly isCut: boolean;
}

/** Longer responses are truncated, because they are only displayed. */
const shownMax = 20_000;

/** Returns whether the call can be tried with the user's session. Files, forms, API keys and redirects aren't supported. */
export function canTry(operation: Operation): boolean {
  const body = bodyOf(operation);
  const isOwn = operation['x-access'] !== 'key' && operation.operationId !== 'sessions.logout';
  return (
    isOwn &&
    operation.responses['303'] === undefined &&
    (operation.requestBody === undefined || body?.[0] === 'application/json')
  );
}

/** Makes a call as the signed-in user. Error responses are returned like others. */
export async function tryCall(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
): Promise<TriedCall> {
  const { jwt, csrfToken } = await bearerParts.fresh();
  const proof: Record<string, string> = operation.path.startsWith('/mobile_ws/')
    ? { 'X-CG-CSRF-Token': csrfToken }
    : { Authorization: `Bearer ${jwt}` };
  const since = performance.now();
  const { response, body } = await sendRequest(
    (url, init) => fetch(url, init),
    buildRequest(`${operation.method} ${operation.path}`, input, proof, document.cookie),
  );
  const whole = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  return {
    status: response.status,
    ms: Math.round(performance.now() - since),
    text: whole.slice(0, shownMax),
    isCut: whole.length > shownMax,
  };
}

/** Returns the same call as a curl command. */
export function curlOf(operation: Operation, origin: string, body: string | null): string {
  const { method, path, parameters } = operation;
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name }) => `${name}=…`);
  const url = `${origin}${path}${query.length === 0 ? '' : `?${query.join('&')}`}`;
  const proof = path.startsWith('/mobile_ws/')
    ? [`-H 'Cookie: cg_session=…'`, `-H 'X-CG-CSRF-Token: …'`]
    : operation.security.length === 0
      ? []
      : [`-H 'Authorization: Bearer …'`];
  const sent =
    body === null
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${body.replaceAll("'", String.raw`'\''`)}'`];
  return [`curl ${method === 'GET' ? '' : `-X ${method} `}'${url}'`, ...proof, ...sent].join(
    ' \\\n  ',
  );
}
