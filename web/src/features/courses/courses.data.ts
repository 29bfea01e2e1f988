import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { InputOf, ReplyOf } from '#contract/call.ts';
import { readCalendar } from '#contract/calendar/calls.ts';
import { openCourseChat } from '#contract/chat/calls.ts';
import {
  changeCourseSettings,
  endConnection,
  finishConnection,
  getCourse,
  listAllAnnouncements,
  listAssignments,
  listCourseAnnouncements,
  listCourseFiles,
  listCoursePeople,
  listCourses,
  listDue,
  listGrades,
  listQuizzes,
  matchCourse as matchCourseCall,
  readLmsSetup,
  refreshCourses,
  startConnection,
  visitCourse as visitCourseCall,
} from '#contract/courses/calls.ts';
import type { SectionRole } from '#contract/courses/kinds.ts';
import { CallError } from '../../lib/call-error.ts';
import { call, callQuery, queryClient } from '../../lib/call.ts';
import { createStore } from '../../lib/store.ts';

/** Calls that return 498 after the grant has ended, and then return the last copy when asked for it. */
export const academicCalls = [
  listCourses,
  getCourse,
  listDue,
  listAllAnnouncements,
  listAssignments,
  listQuizzes,
  listGrades,
  listCourseAnnouncements,
  listCourseFiles,
] as const;
type AcademicCall = (typeof academicCalls)[number];

/** The LMS requires a new sign-in (product text §8). */
export interface AcademicAuthError {
  readonly errorCode: string;
  readonly oauthURL: string;
  /** The time when the reply arrived. Its URL is valid for some minutes. */
  readonly at: number;
}

/** The last such error, or null. */
export const academicAuthError = createStore<AcademicAuthError | null>(null);

const authErrorOf = (error: unknown): AcademicAuthError | null => {
  if (!(error instanceof CallError) || error.status !== 498) return null;
  const { errorCode, oauthURL } = error.body as Record<string, unknown>;
  return typeof errorCode === 'string' && typeof oauthURL === 'string'
    ? { errorCode, oauthURL, at: Date.now() }
    : null;
};

/** A course query. After the grant has ended, it stores the sign-in URL and returns the last copy. */
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
        // All these calls accept `copy`.
        return call(key, { ...(input as object), copy: 'last' } as InputOf<K>, signal);
      }
    },
  });

export const coursesQuery = (term?: string) => ({
  ...academicQuery(listCourses, term === undefined ? {} : { term }),
  placeholderData: keepPreviousData,
});
export const dueQuery = (span: { from?: string; to?: string } = {}) => ({
  ...academicQuery(listDue, span),
  placeholderData: keepPreviousData,
});
export const newsQuery = () => academicQuery(listAllAnnouncements, {});
export const courseQuery = (id: string) => academicQuery(getCourse, { id });
export const assignmentsQuery = (id: string) => academicQuery(listAssignments, { id });
export const quizzesQuery = (id: string) => academicQuery(listQuizzes, { id });
export const gradesQuery = (id: string) => academicQuery(listGrades, { id });
export const courseNewsQuery = (id: string) => academicQuery(listCourseAnnouncements, { id });
export const filesQuery = (id: string) => academicQuery(listCourseFiles, { id });
/** The people in a course, page by page. */
export const peoplePages = (id: string, search = '', role: SectionRole | null = null) => ({
  queryKey: [listCoursePeople, 'pages', id, search, role] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(
      listCoursePeople,
      {
        id,
        size: 40,
        ...(search !== '' && { search }),
        ...(role !== null && { role }),
        ...(pageParam !== null && { cursor: pageParam }),
      },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});

/** Refetches everything about courses, including the calendar. */
export const refreshAcademic = (): Promise<unknown> =>
  Promise.all(
    [...academicCalls, readCalendar].map((key) =>
      queryClient.invalidateQueries({ queryKey: [key] }),
    ),
  );

/** Starts an LMS sync and shows the result. */
export const refresh = async (isPressed = false): Promise<void> => {
  try {
    await call(refreshCourses, { isPressed });
  } catch (error) {
    if (authErrorOf(error) === null) throw error;
  }
  await refreshAcademic();
};

export const startConnecting = () => call(startConnection, {});
export const finishConnecting = (ticket: string) => call(finishConnection, { ticket });
export const disconnect = () => call(endConnection, {});
export const visitCourse = (id: string) => call(visitCourseCall, { id });
/** Opens a course's group chat. It is created when first opened. */
export const openChat = (section: string) => call(openCourseChat, { section });
export const changeSettings = (showsGrades: boolean) => call(changeCourseSettings, { showsGrades });

export const setupQuery = () => callQuery(readLmsSetup, {});

/** Links an LMS course to a course of the school. */
export const matchCourse = (id: string, section: string | null) =>
  call(matchCourseCall, { id, section });

/** Calls to repeat after a teacher changes an announcement, and after a link changes. */
export const staleAnnouncements = [
  listCourseAnnouncements,
  getCourse,
  listAllAnnouncements,
] as const;
export const staleFiles = [listCourseFiles, getCourse] as const;
