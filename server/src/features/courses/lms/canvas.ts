import type { SectionRole } from '#contract/courses/kinds.ts';
import { OutboundError, type Outbound } from '../../../kernel/outbound/outbound.ts';
import { getList } from './canvas-calls.ts';
import {
  LmsFailed,
  type LmsAnswer,
  type LmsClient,
  type LmsConnector,
  type LmsContent,
  type LmsCourse,
  type LmsItem,
  type LmsKindOfContent,
  type LmsTokens,
} from './connector.ts';
import {
  idTextOf,
  instantOf,
  linkOf,
  listOf,
  numberOf,
  positiveInt,
  recordOf,
  textOf,
  uniqueById,
  type Json,
} from './json-reading.ts';

/* Canvas (https://developerdocs.instructure.com/services/canvas/oauth2/file.oauth): each person authorizes access to their own courses. */

/** The minimum scopes. A school's developer key with enforced scopes has to allow them. */
const scopes = [
  'url:GET|/api/v1/courses',
  'url:GET|/api/v1/courses/:course_id/assignment_groups',
  'url:GET|/api/v1/courses/:course_id/quizzes',
  'url:GET|/api/v1/courses/:course_id/modules',
  'url:GET|/api/v1/announcements',
] as const;

const tokenSeconds = 10;

const askForTokens = async (
  outbound: Outbound,
  client: LmsClient,
  fields: Record<string, string>,
  now: Date,
): Promise<LmsTokens> => {
  let answer: Response;
  let body: Json;
  try {
    answer = await outbound(`${client.baseUrl}/login/oauth2/token`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: new URLSearchParams({
        client_id: client.id,
        client_secret: client.secret,
        ...fields,
      }).toString(),
      seconds: tokenSeconds,
    });
    body = recordOf(await answer.json().catch(() => null));
  } catch (error) {
    if (error instanceof OutboundError)
      throw new LmsFailed(error.reason === 'timeout' ? 'timeout' : 'unreachable', null, error);
    throw error;
  }
  const access = textOf(body['access_token'], 4_000);
  if (answer.ok && access !== null) {
    const seconds = positiveInt(body['expires_in'], 10 * 366 * 86_400);
    return {
      access,
      refresh: textOf(body['refresh_token'], 4_000),
      expiresAt: seconds === null ? null : new Date(now.getTime() + seconds * 1_000),
    };
  }
  // RFC 6749 §5.2: the grant is invalid. A rejected client is the school's problem, and ends no grant.
  if (answer.status === 400 && body['error'] === 'invalid_grant') throw new LmsFailed('ended');
  if (answer.status >= 500) throw new LmsFailed('unreachable');
  throw new LmsFailed(answer.status === 401 || answer.status === 403 ? 'forbidden' : 'answer');
};

const roles: Readonly<Record<string, SectionRole>> = {
  teacher: 'teacher',
  ta: 'assistant',
  designer: 'assistant',
  student: 'student',
};

const readCourse = (row: Json, baseUrl: string): LmsCourse[] => {
  const id = idTextOf(row['id']);
  // Canvas shows only this of a course that a person can't enter yet.
  if (id === null || row['access_restricted_by_date'] === true) return [];
  const enrollments = listOf(row['enrollments']);
  const kinds = enrollments.map(({ type }) => roles[textOf(type) ?? '']);
  const role = (['teacher', 'assistant', 'student'] as const).find((one) => kinds.includes(one));
  if (role === undefined) return [];
  const own = enrollments.find(({ type }) => type === 'student') ?? {};
  const isTotalHidden = row['hide_final_grades'] === true;
  const isShown = role === 'student' && !isTotalHidden;
  const term = recordOf(row['term']);
  const termId = idTextOf(term['id']);
  const title = textOf(row['name'], 300) ?? id;
  return [
    {
      id,
      title,
      number: textOf(row['course_code'], 120) ?? title.slice(0, 120),
      schoolCode: textOf(row['sis_course_id'], 120),
      term:
        termId === null
          ? null
          : { code: `lms-${termId}`, name: textOf(term['name'], 120) ?? termId },
      startsAt: instantOf(row['start_at']) ?? instantOf(term['start_at']),
      endsAt: instantOf(row['end_at']) ?? instantOf(term['end_at']),
      role,
      teachers: listOf(row['teachers'])
        .flatMap(({ display_name: name }) => textOf(name, 200) ?? [])
        .slice(0, 10),
      percent: isShown ? numberOf(own['computed_current_score']) : null,
      label: isShown ? textOf(own['computed_current_grade'], 40) : null,
      isTotalHidden,
      appliesWeights: row['apply_assignment_group_weights'] !== false,
      url: linkOf(`${baseUrl}/courses/${id}`, baseUrl),
    },
  ];
};

/** Students can't see a result until the teacher posts it. */
const isUnposted = (submission: Json): boolean =>
  'posted_at' in submission && submission['posted_at'] === null;

const stateOf = (submission: Json): LmsItem['state'] => {
  if (submission['excused'] === true) return 'excused';
  const state = submission['workflow_state'];
  if (isUnposted(submission)) return state === 'graded' ? 'submitted' : null;
  if (state === 'graded' && numberOf(submission['score']) !== null) return 'graded';
  if (state === 'graded' && textOf(submission['grade']) !== null) return 'graded';
  if (submission['missing'] === true) return 'missing';
  return state === 'submitted' || state === 'pending_review' ? 'submitted' : null;
};

/** Classic quizzes refer to their quiz. New Quizzes are assignments that open a tool, and are marked. */
const isQuiz = (row: Json): boolean =>
  idTextOf(row['quiz_id']) !== null ||
  row['is_quiz_assignment'] === true ||
  row['is_quiz_lti_assignment'] === true;

/**
 * A developer key that enforces scopes drops every `include[]` unless "Allow Include Parameters" is on
 * (https://developerdocs.instructure.com/services/canvas/oauth2/file.developer_keys): groups then come without their assignments.
 */
const requireAssignments = (groups: readonly Json[]): void => {
  if (groups.length > 0 && groups.every((group) => !('assignments' in group)))
    throw new LmsFailed('forbidden');
};

const idsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.slice(0, 500).flatMap((one: unknown) => idTextOf(one) ?? []) : [];

const readItem = (row: Json, part: string, baseUrl: string): LmsItem[] => {
  const id = idTextOf(row['id']);
  if (id === null || row['published'] === false) return [];
  const submission = recordOf(row['submission']);
  const quiz = idTextOf(row['quiz_id']);
  const isGraded = row['grading_type'] !== 'not_graded';
  const counts = isGraded && row['omit_from_final_grade'] !== true;
  const isShown = !isUnposted(submission) && row['muted'] !== true;
  const grade = isShown ? textOf(submission['grade'], 120) : null;
  const comment = listOf(submission['submission_comments']).at(-1);
  return [
    {
      id,
      counts,
      part: counts ? part : null,
      kind: isQuiz(row) ? 'quiz' : 'assignment',
      quiz,
      title: textOf(row['name']) ?? id,
      dueAt: instantOf(row['due_at']),
      points: isGraded ? numberOf(row['points_possible']) : null,
      url: linkOf(row['html_url'], baseUrl),
      state: stateOf(submission),
      isLate: submission['late'] === true,
      score: isShown ? numberOf(submission['score']) : null,
      // The score already contains points.
      label: row['grading_type'] === 'points' ? null : grade,
      comment: isShown ? textOf(comment?.['comment'], 2_000) : null,
      submittedAt: instantOf(submission['submitted_at']),
      gradedAt: isShown ? instantOf(submission['graded_at']) : null,
    },
  ];
};

const answerOf = async <K extends LmsKindOfContent>(
  read: ReturnType<typeof getList>,
  content: (rows: Json[]) => LmsContent[K],
): Promise<LmsAnswer<K>> => {
  const list = await read;
  return typeof list === 'string'
    ? { is: list }
    : { is: 'new', content: content(list.rows.map(recordOf)), etags: list.etags };
};

/** Days of announcements to request. */
const announcementDays = 90;

export const canvas: LmsConnector = {
  scopes,
  address: (client, { callback, state, challenge }) =>
    `${client.baseUrl}/login/oauth2/auth?${new URLSearchParams({
      client_id: client.id,
      response_type: 'code',
      redirect_uri: callback,
      state,
      scope: scopes.join(' '),
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })}`,
  redeem: (outbound, client, { code, callback, verifier }, now) =>
    askForTokens(
      outbound,
      client,
      { grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier },
      now,
    ),
  renew: async (outbound, client, refresh, now) => {
    const tokens = await askForTokens(
      outbound,
      client,
      { grant_type: 'refresh_token', refresh_token: refresh },
      now,
    );
    // Canvas returns no new refresh token, so the old one stays.
    return { ...tokens, refresh: tokens.refresh ?? refresh };
  },
  revoke: async (outbound, client, tokens, now) => {
    const giveBack = (access: string) =>
      outbound(`${client.baseUrl}/login/oauth2/token`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${access}` },
        seconds: tokenSeconds,
      });
    const answer = await giveBack(tokens.access);
    if (answer.status !== 401 || tokens.refresh === null) return;
    await giveBack((await canvas.renew(outbound, client, tokens.refresh, now)).access);
  },
  courses: (reading, etags) =>
    answerOf(
      getList(
        reading,
        '/api/v1/courses?enrollment_state=active&state[]=available&include[]=term&include[]=total_scores&include[]=teachers&per_page=50',
        etags,
      ),
      (rows) =>
        uniqueById(rows.flatMap((row) => readCourse(row, reading.client.baseUrl))).slice(0, 60),
    ),
  announcements: (reading, courses, etags) => {
    // By date, so that the request stays the same all day and its ETag remains valid.
    const dayFrom = (days: number) =>
      new Date(reading.now.getTime() + days * 86_400_000).toISOString().slice(0, 10);
    const query = new URLSearchParams([
      ...courses.map((id): [string, string] => ['context_codes[]', `course_${id}`]),
      ['start_date', dayFrom(-announcementDays)],
      // Without it, Canvas ends 28 days after the start (Announcements API, `end_date`). Tomorrow, because its time zone may be ahead of
      // UTC.
      ['end_date', dayFrom(1)],
      ['active_only', 'true'],
      ['per_page', '50'],
    ]);
    return answerOf(getList(reading, `/api/v1/announcements?${query}`, etags), (rows) =>
      rows.flatMap((row) => {
        const id = idTextOf(row['id']);
        const course = /^course_(\d{1,24})$/.exec(textOf(row['context_code']) ?? '')?.[1];
        const postedAt = instantOf(row['posted_at']);
        if (id === null || course === undefined || postedAt === null) return [];
        return [
          {
            id,
            course,
            title: textOf(row['title']) ?? '',
            html: textOf(row['message'], 20_000) ?? '',
            author: textOf(recordOf(row['author'])['display_name'], 200),
            postedAt,
            url: linkOf(row['html_url'], reading.client.baseUrl),
          },
        ];
      }),
    );
  },
  work: (reading, course, etags) =>
    answerOf(
      getList(
        reading,
        `/api/v1/courses/${course}/assignment_groups?include[]=assignments&include[]=submission&override_assignment_dates=true&per_page=50`,
        etags,
      ),
      (rows) => {
        requireAssignments(rows);
        return {
          parts: rows.flatMap((row) => {
            const id = idTextOf(row['id']);
            const weight = numberOf(row['group_weight']);
            const rules = recordOf(row['rules']);
            return id === null
              ? []
              : [
                  {
                    id,
                    title: textOf(row['name'], 300) ?? id,
                    weight: weight !== null && weight > 0 ? weight : null,
                    dropLowest: positiveInt(rules['drop_lowest'], 500) ?? 0,
                    dropHighest: positiveInt(rules['drop_highest'], 500) ?? 0,
                    neverDrop: idsOf(rules['never_drop']),
                  },
                ];
          }),
          items: uniqueById(
            rows.flatMap((row) =>
              listOf(row['assignments']).flatMap((item) =>
                readItem(item, idTextOf(row['id']) ?? '', reading.client.baseUrl),
              ),
            ),
          ),
        };
      },
    ),
  quizzes: (reading, course, etags) =>
    answerOf(getList(reading, `/api/v1/courses/${course}/quizzes?per_page=50`, etags), (rows) =>
      rows.flatMap((row) => {
        const id = idTextOf(row['id']);
        return id === null || row['published'] === false
          ? []
          : [
              {
                id,
                title: textOf(row['title']) ?? id,
                dueAt: instantOf(row['due_at']),
                points: numberOf(row['points_possible']),
                minutes: positiveInt(row['time_limit'], 10_080),
                // -1 means unlimited.
                attempts: positiveInt(row['allowed_attempts'], 1_000),
                url: linkOf(row['html_url'], reading.client.baseUrl),
              },
            ];
      }),
    ),
  links: (reading, course, etags) =>
    answerOf(
      getList(reading, `/api/v1/courses/${course}/modules?include[]=items&per_page=50`, etags),
      (rows) =>
        rows.flatMap((row) =>
          listOf(row['items']).flatMap((item) => {
            const id = idTextOf(item['id']);
            const url = linkOf(item['html_url'] ?? item['external_url'], reading.client.baseUrl);
            return id === null || url === null
              ? []
              : [
                  {
                    id,
                    module: textOf(row['name'], 300) ?? '',
                    title: textOf(item['title']) ?? id,
                    url,
                  },
                ];
          }),
        ),
    ),
};
