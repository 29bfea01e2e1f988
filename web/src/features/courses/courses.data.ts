import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { InputOf, ReplyOf } from '#contract/endpoints.ts';
import { CallError } from '../../lib/call-error.ts';
import { call, callQuery, queryClient } from '../../lib/call.ts';
import { createStore } from '../../lib/store.ts';

const coursesCall = 'GET /api/v1/academic/courses';
const courseCall = 'GET /api/v1/academic/courses/{id}';
const dueCall = 'GET /api/v1/academic/due';
const newsCall = 'GET /api/v1/academic/announcements';

/** Calls that answer 498 when the grant has ended, and then the last copy when asked for it. */
export const academicCalls = [
  coursesCall,
  courseCall,
  dueCall,
  newsCall,
  'GET /api/v1/academic/courses/{id}/assignments',
  'GET /api/v1/academic/courses/{id}/quizzes',
  'GET /api/v1/academic/courses/{id}/grades',
  'GET /api/v1/academic/courses/{id}/announcements',
  'GET /api/v1/academic/courses/{id}/files',
] as const;
type AcademicCall = (typeof academicCalls)[number];

/** The learning system asks for a new sign-on (product text §8). */
export interface AcademicAuthError {
  readonly errorCode: string;
  readonly oauthURL: string;
  /** When it was answered: its address is good for some minutes. */
  readonly at: number;
}

/** The last such error; null where all is well. */
export const academicAuthError = createStore<AcademicAuthError | null>(null);

const authErrorOf = (error: unknown): AcademicAuthError | null => {
  if (!(error instanceof CallError) || error.status !== 498) return null;
  const { errorCode, oauthURL } = error.body as Record<string, unknown>;
  return typeof errorCode === 'string' && typeof oauthURL === 'string'
    ? { errorCode, oauthURL, at: Date.now() }
    : null;
};

/** A call about courses: when the grant has ended it remembers where to sign on again, and answers the last copy. */
const academicQuery = <K extends AcademicCall>(key: K, input: InputOf<K>) =>
  queryOptions({
    queryKey: [key, input] as const,
    queryFn: async ({ signal }): Promise<ReplyOf<K>> => {
      try {
        const answer = await call(key, input, signal);
        academicAuthError.set(null);
        return answer;
      } catch (error) {
        const authError = authErrorOf(error);
        if (authError === null) throw error;
        academicAuthError.set(authError);
        // Every one of these calls takes it.
        return call(key, { ...(input as object), copy: 'last' } as InputOf<K>, signal);
      }
    },
  });

export const coursesQuery = (term?: string) => ({
  ...academicQuery(coursesCall, term === undefined ? {} : { term }),
  placeholderData: keepPreviousData,
});
export const dueQuery = (span: { from?: string; to?: string } = {}) => ({
  ...academicQuery(dueCall, span),
  placeholderData: keepPreviousData,
});
export const newsQuery = () => academicQuery(newsCall, {});
export const courseQuery = (id: string) => academicQuery(courseCall, { id });
export const assignmentsQuery = (id: string) =>
  academicQuery('GET /api/v1/academic/courses/{id}/assignments', { id });
export const quizzesQuery = (id: string) =>
  academicQuery('GET /api/v1/academic/courses/{id}/quizzes', { id });
export const gradesQuery = (id: string) =>
  academicQuery('GET /api/v1/academic/courses/{id}/grades', { id });
export const courseNewsQuery = (id: string) =>
  academicQuery('GET /api/v1/academic/courses/{id}/announcements', { id });
export const filesQuery = (id: string) =>
  academicQuery('GET /api/v1/academic/courses/{id}/files', { id });
const peopleCall = 'GET /api/v1/academic/courses/{id}/people';
/** People of a course, page by page. */
export const peoplePages = (id: string) => ({
  queryKey: [peopleCall, 'pages', id] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(peopleCall, { id, size: 40, ...(pageParam !== null && { cursor: pageParam }) }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});

/** Everything about courses is asked anew, the calendar too. */
export const refreshAcademic = (): Promise<unknown> =>
  Promise.all(
    [...academicCalls, 'GET /api/v1/calendar'].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key] }),
    ),
  );

/** Has the learning system read; what is new shows. */
export const refresh = async (isPressed = false): Promise<void> => {
  try {
    await call('POST /api/v1/academic/refresh', { isPressed });
  } catch (error) {
    if (authErrorOf(error) === null) throw error;
  }
  await refreshAcademic();
};

export const startConnecting = () => call('POST /api/v1/academic/oauth', {});
export const finishConnecting = (ticket: string) =>
  call('POST /api/v1/academic/oauth/finish', { ticket });
export const disconnect = () => call('DELETE /api/v1/academic/connection', {});
export const visitCourse = (id: string) => call('PUT /api/v1/academic/courses/{id}/visit', { id });
/** The group chat of a course, made when it is first opened. */
export const openChat = (section: string) =>
  call('PUT /api/v1/chat/courses/{section}', { section });
export const changeSettings = (showsGrades: boolean) =>
  call('PATCH /api/v1/academic/settings', { showsGrades });

export const setupQuery = () => callQuery('GET /api/v1/school/lms', {});

/** Says which class a course of the learning system is. */
export const matchCourse = (id: string, section: string | null) =>
  call('PUT /api/v1/academic/courses/{id}/match', { id, section });

/** What an announcement that a teacher writes changes, and a link. */
export const staleAnnouncements = [
  'GET /api/v1/academic/courses/{id}/announcements',
  courseCall,
  newsCall,
] as const;
export const staleFiles = ['GET /api/v1/academic/courses/{id}/files', courseCall] as const;
