import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/*
 * A test LMS that behaves as Canvas documents: OAuth with PKCE, pages by Link headers, ETags, a rate limit in units, 401 with and without
 * WWW-Authenticate. It shares no code with the code that it tests. test-lms.ts starts it.
 */

interface Item {
  id: number | string;
  name: string;
  due_at: string | null;
  points_possible: number;
  quiz_id?: number;
  is_quiz_lti_assignment?: boolean;
  submission?: Record<string, unknown>;
}
interface Course {
  /** Additional fields of the course and the enrollment. */
  more?: object;
  enrollment?: object;
  /** A string can contain a 64-bit id, which a JavaScript number can't. */
  id: number | string;
  name: string;
  course_code: string;
  /** The role of the user who makes the call. Default: student. */
  role?: 'student' | 'teacher' | 'ta';
  items: Item[];
  /** Assignment groups with their items. If omitted, one group has all items. */
  groups?: { id: number; name: string; group_weight: number; rules?: object; items: Item[] }[];
  announcements?: { id: number; title: string; message: string; posted_at: string }[];
  /** Quizzes that aren't assignments, such as practice quizzes. */
  practice?: { id: number; title: string; due_at: string | null }[];
  /** True if calls for the details of this course get an error that the user isn't authorized. */
  isForbidden?: boolean;
}

export interface LmsControl {
  courses?: Course[];
  /** The type of response to data calls: a normal response, an HTML page, 10 MB of data, a closed connection, or an error. */
  answers?: 'well' | 'html' | 'huge' | 'nothing' | 'errors';
  /** The delay of each response in milliseconds. */
  latency?: number;
  /** Every nth data call fails, if n is greater than 0. */
  failsOneIn?: number;
  /** The rate limit units of each token. A call uses `cost` units, and ten units become available each second. */
  units?: number;
  cost?: number;
  /** Uses up the units of all tokens, so that calls are rejected for three seconds. */
  drains?: boolean;
  /** Invalidates access tokens, but not refresh tokens. */
  expires?: boolean;
  /** Invalidates all tokens. */
  revokes?: boolean;
  /** The number of items on each page, regardless of the request. */
  pageSize?: number;
  /** The developer key enforces scopes and doesn't allow include parameters, so every `include[]` is ignored. */
  dropsIncludes?: boolean;
}

export interface LmsStatus {
  calls: number;
  /** The highest number of concurrent data calls with one token. */
  inFlightMost: number;
  throttled: number;
  notModified: number;
  grants: number;
  revoked: number;
  paths: string[];
}

const day = 86_400_000;
const client = { id: '10000000000001', secret: 'only the two of us know' };
const state = {
  courses: [] as Course[],
  answers: 'well' as NonNullable<LmsControl['answers']>,
  latency: 0,
  failsOneIn: 0,
  units: 700,
  cost: 1,
  pageSize: 0,
  dropsIncludes: false,
};
const codes = new Map<string, { challenge: string | null; redirect: string }>();
const access = new Map<string, { refresh: string; units: number; at: number }>();
const refresh = new Set<string>();
const inFlight = new Map<string, number>();
const status: LmsStatus = {
  calls: 0,
  inFlightMost: 0,
  throttled: 0,
  notModified: 0,
  grants: 0,
  revoked: 0,
  paths: [],
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
};

const json = (
  response: ServerResponse,
  code: number,
  body: unknown,
  headers: Record<string, string> = {},
) => {
  response.writeHead(code, { 'content-type': 'application/json; charset=utf-8', ...headers });
  response.end(JSON.stringify(body));
};

const giveTokens = (response: ServerResponse, refreshToken: string, isNew: boolean) => {
  const token = randomUUID();
  access.set(token, { refresh: refreshToken, units: state.units, at: Date.now() });
  json(response, 200, {
    access_token: token,
    token_type: 'Bearer',
    user: { id: 42, name: 'Student' },
    ...(isNew && { refresh_token: refreshToken }),
    expires_in: 3_600,
  });
};

const page = (address: URL): string => {
  const go = (extra: string) =>
    `${address.pathname}${address.search}&${extra}`.replaceAll('&', '&amp;');
  return `<!doctype html><html lang="en"><title>Canvas</title><main><h1>Canvas</h1><p>Commons wants to read your courses.</p>
<p><a href="${go('allow=1')}">Authorize</a> <a href="${go('deny=1')}">Cancel</a></p></main></html>`;
};

const authorize = (address: URL, response: ServerResponse) => {
  const asked = address.searchParams;
  const back = URL.parse(asked.get('redirect_uri') ?? '');
  if (
    back === null ||
    asked.get('client_id') !== client.id ||
    asked.get('response_type') !== 'code'
  )
    return json(response, 400, { error: 'invalid_request' });
  back.searchParams.set('state', asked.get('state') ?? '');
  if (asked.has('deny')) back.searchParams.set('error', 'access_denied');
  else if (asked.has('allow')) {
    const code = randomUUID();
    codes.set(code, {
      challenge: asked.get('code_challenge'),
      redirect: asked.get('redirect_uri') ?? '',
    });
    back.searchParams.set('code', code);
  } else {
    response.writeHead(200, { 'content-type': 'text/html' });
    return response.end(page(address));
  }
  response.writeHead(302, { location: back.href });
  return response.end();
};

const token = async (request: IncomingMessage, response: ServerResponse) => {
  if (request.method === 'DELETE') {
    const held = (request.headers.authorization ?? '').replace('Bearer ', '');
    if (!access.has(held))
      return json(
        response,
        401,
        { errors: [] },
        { 'www-authenticate': 'Bearer realm="canvas-lms"' },
      );
    refresh.delete(access.get(held)?.refresh ?? '');
    access.delete(held);
    status.revoked += 1;
    return json(response, 200, {});
  }
  const fields = new URLSearchParams(await bodyOf(request));
  if (fields.get('client_id') !== client.id || fields.get('client_secret') !== client.secret)
    return json(response, 401, { error: 'invalid_client' });
  if (fields.get('grant_type') === 'refresh_token') {
    const held = fields.get('refresh_token') ?? '';
    return refresh.has(held)
      ? giveTokens(response, held, false)
      : json(response, 400, {
          error: 'invalid_grant',
          error_description: 'refresh_token not found',
        });
  }
  const code = fields.get('code') ?? '';
  const found = codes.get(code);
  codes.delete(code);
  const challenge = createHash('sha256')
    .update(fields.get('code_verifier') ?? '')
    .digest('base64url');
  if (
    found === undefined ||
    found.redirect !== fields.get('redirect_uri') ||
    (found.challenge !== null && found.challenge !== challenge)
  )
    return json(response, 400, { error: 'invalid_grant' });
  const refreshToken = randomUUID();
  refresh.add(refreshToken);
  status.grants += 1;
  return giveTokens(response, refreshToken, true);
};

const enrollment = (course: Course) => {
  const graded = course.items.filter(
    ({ submission }) => submission?.['workflow_state'] === 'graded',
  );
  const points = graded.reduce((sum, one) => sum + one.points_possible, 0);
  const score = graded.reduce((sum, one) => sum + Number(one.submission?.['score'] ?? 0), 0);
  return {
    type: course.role ?? 'student',
    computed_current_score: points > 0 ? (score / points) * 100 : null,
    computed_current_grade: points > 0 ? 'B+' : null,
  };
};

/** Returns the rows of a path, or null if the path doesn't exist. */
const rowsOf = (path: string, address: URL): unknown[] | 'forbidden' | null => {
  if (path === '/api/v1/courses')
    return state.courses.map((course) => ({
      id: course.id,
      name: course.name,
      course_code: course.course_code,
      term: { id: 7, name: 'Fall', start_at: null, end_at: null },
      enrollments: [{ ...enrollment(course), ...course.enrollment }],
      ...course.more,
      teachers: [{ id: 1, display_name: 'Idris Calloway' }],
    }));
  if (path === '/api/v1/announcements') {
    const asked = new Set(address.searchParams.getAll('context_codes[]'));
    // The defaults match the Canvas documentation: 14 days back, and 28 days after the start. Both days count.
    const from = Date.parse(
      address.searchParams.get('start_date') ?? new Date(Date.now() - 14 * day).toISOString(),
    );
    const last = address.searchParams.get('end_date');
    const until = last === null ? from + 28 * day : Date.parse(last) + day;
    const isWithin = ({ posted_at: at }: { posted_at: string }) =>
      Date.parse(at) >= from && Date.parse(at) < until;
    return state.courses.flatMap((course) =>
      asked.has(`course_${course.id}`)
        ? (course.announcements ?? []).filter(isWithin).map((one) => ({
            ...one,
            context_code: `course_${course.id}`,
            author: { display_name: 'Idris Calloway' },
          }))
        : [],
    );
  }
  const [, id, what] =
    /^\/api\/v1\/courses\/(\d+)\/(assignment_groups|quizzes|modules)$/.exec(path) ?? [];
  const course = state.courses.find((one) => String(one.id) === id);
  if (course === undefined) return null;
  if (course.isForbidden === true) return 'forbidden';
  if (what === 'quizzes')
    return [
      ...course.items.flatMap(({ quiz_id: quiz, name, due_at: due, points_possible: points }) =>
        quiz === undefined ? [] : [{ id: quiz, title: name, due_at: due, points_possible: points }],
      ),
      ...(course.practice ?? []),
    ].map((quiz) => ({ time_limit: 30, allowed_attempts: 1, ...quiz }));
  if (what === 'modules')
    return [
      {
        id: 1,
        name: 'Week 1',
        items: [
          {
            id: 11,
            title: 'Syllabus',
            html_url: `http://${address.host}/courses/${course.id}/files/1`,
          },
        ],
      },
    ];
  const isDropped =
    state.dropsIncludes || !address.searchParams.getAll('include[]').includes('assignments');
  const all = { id: `${course.id}0`, name: 'All work', group_weight: 0, items: course.items };
  return (course.groups ?? [all]).map(({ items, ...group }) => ({
    rules: {},
    ...group,
    ...(!isDropped && {
      assignments: items.map((item) => ({ grading_type: 'points', ...item })),
    }),
  }));
};

/** Writes ids as numbers of any size, as Canvas does, or as strings if the client requests them. */
const idsOf = (text: string, accept: string): string =>
  accept.includes('application/json+canvas-string-ids')
    ? text.replaceAll(/"((?:\w+_)?id)":(\d+)/g, '"$1":"$2"')
    : text.replaceAll(/"((?:\w+_)?id)":"(\d+)"/g, '"$1":$2');

const data = async (request: IncomingMessage, response: ServerResponse, address: URL) => {
  const held = (request.headers.authorization ?? '').replace('Bearer ', '');
  const grant = access.get(held);
  if (grant === undefined)
    return json(
      response,
      401,
      { errors: [{ message: 'Invalid access token.' }] },
      {
        'www-authenticate': 'Bearer realm="canvas-lms"',
      },
    );
  const now = Date.now();
  grant.units = Math.min(state.units, grant.units + ((now - grant.at) / 1_000) * 10);
  grant.at = now;
  if (grant.units < 1) {
    status.throttled += 1;
    response.writeHead(403, { 'content-type': 'text/plain', 'x-rate-limit-remaining': '0.0' });
    return response.end('403 Forbidden (Rate Limit Exceeded)');
  }
  grant.units -= state.cost;
  const left = { 'x-rate-limit-remaining': grant.units.toFixed(3) };
  if (state.failsOneIn > 0 && status.calls % state.failsOneIn === 0)
    return json(response, 502, { errors: [] });
  if (state.answers === 'errors') return json(response, 503, { errors: [] });
  if (state.answers === 'nothing') return response.destroy();
  if (state.answers === 'html') {
    response.writeHead(200, { 'content-type': 'text/html', ...left });
    return response.end('<html><body>Down for maintenance</body></html>');
  }
  if (state.answers === 'huge') {
    response.writeHead(200, { 'content-type': 'application/json', ...left });
    return response.end(`[${'"padding",'.repeat(1_000_000)}"end"]`);
  }
  const rows = rowsOf(address.pathname, address);
  if (rows === null) return json(response, 404, { errors: [{ message: 'not found' }] }, left);
  if (rows === 'forbidden')
    return json(
      response,
      401,
      { status: 'unauthorized', errors: [{ message: 'user not authorized' }] },
      left,
    );
  const size = state.pageSize || Number(address.searchParams.get('per_page') ?? 10);
  const at = Number(address.searchParams.get('page') ?? 1);
  const shown = rows.slice((at - 1) * size, at * size);
  const text = idsOf(JSON.stringify(shown), request.headers.accept ?? '');
  const etag = `W/"${createHash('md5').update(text).digest('hex')}"`;
  const next = new URL(address);
  next.searchParams.set('page', String(at + 1));
  const link = rows.length > at * size ? { link: `<${next.href}>; rel="next"` } : {};
  if (request.headers['if-none-match'] === etag) {
    status.notModified += 1;
    response.writeHead(304, { etag, ...left });
    return response.end();
  }
  response.writeHead(200, {
    'content-type': 'application/json; charset=utf-8',
    etag,
    ...link,
    ...left,
  });
  return response.end(text);
};

const change = ({ expires, revokes, drains, ...rest }: LmsControl) => {
  Object.assign(state, rest);
  if (expires === true || revokes === true) access.clear();
  if (revokes === true) refresh.clear();
  if (drains === true)
    for (const one of access.values()) Object.assign(one, { units: -30, at: Date.now() });
};

const server = createServer((request, response) => {
  const address = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`);
  const run = async () => {
    if (address.pathname === '/control') {
      if (request.method === 'POST') change(JSON.parse(await bodyOf(request)) as LmsControl);
      return json(response, 200, status);
    }
    if (address.pathname === '/favicon.ico') {
      response.writeHead(204);
      return response.end();
    }
    if (address.pathname === '/login/oauth2/auth') return authorize(address, response);
    if (address.pathname === '/login/oauth2/token') return token(request, response);
    const held = request.headers.authorization ?? '';
    inFlight.set(held, (inFlight.get(held) ?? 0) + 1);
    status.calls += 1;
    status.paths = [...status.paths.slice(-200), address.pathname];
    status.inFlightMost = Math.max(status.inFlightMost, inFlight.get(held) ?? 0);
    try {
      if (state.latency > 0) await delay(state.latency);
      return await data(request, response, address);
    } finally {
      inFlight.set(held, (inFlight.get(held) ?? 1) - 1);
    }
  };
  run().catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () =>
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
process.on('disconnect', () => process.exit());
