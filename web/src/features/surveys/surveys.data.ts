import type { SurveySettings } from '#contract/surveys/endpoints.ts';
import { getClubLayout } from '#contract/clubs/calls.ts';
import {
  getSurveyResults,
  getSurveySettings,
  listSurveyAnswers,
  listSurveys,
  listWaitingSurveys,
  readSurvey,
} from '#contract/surveys/calls.ts';
import { call, callQuery, queryClient } from '../../lib/call.ts';

/** Calls to repeat after a survey or a response changes. */
export const staleSurveys = [
  listSurveys,
  listWaitingSurveys,
  readSurvey,
  getSurveyResults,
  listSurveyAnswers,
  getClubLayout,
] as const;

/** The surveys of a club, page by page. */
export const surveyPages = (club: string) => ({
  queryKey: [listSurveys, 'pages', club] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(listSurveys, { id: club, ...(pageParam !== null && { cursor: pageParam }) }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});

/** The responses to a survey, page by page. */
export const answerPages = (survey: string) => ({
  queryKey: [listSurveyAnswers, 'pages', survey] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(
      listSurveyAnswers,
      { id: survey, size: 20, ...(pageParam !== null && { cursor: pageParam }) },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});

export const waitingSurveys = () => callQuery(listWaitingSurveys, {});
export const surveyQuery = (id: string) => callQuery(readSurvey, { id });
export const surveySettings = (id: string) => callQuery(getSurveySettings, { id });
export const surveyResults = (id: string, filter: { question: string; option: string } | null) =>
  callQuery(getSurveyResults, { id, ...filter });

/** Stores a survey's settings from a reply in the cache. */
export const saveSettings = (settings: SurveySettings): void => {
  queryClient.setQueryData(surveySettings(settings.id).queryKey, settings);
};
