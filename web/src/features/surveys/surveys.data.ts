import type { SurveySettings } from '#contract/surveys/endpoints.ts';
import { call, callQuery, queryClient } from '../../lib/call.ts';

const listCall = 'GET /api/v1/clubs/{id}/surveys';
const waitingCall = 'GET /api/v1/surveys';
const readCall = 'GET /api/v1/surveys/{id}';
const settingsCall = 'GET /api/v1/surveys/{id}/settings';
const resultsCall = 'GET /api/v1/surveys/{id}/results';
const answersCall = 'GET /api/v1/surveys/{id}/answers';

/** What changes with a survey or an answer to it. */
export const staleSurveys = [
  listCall,
  waitingCall,
  readCall,
  resultsCall,
  answersCall,
  'GET /api/v1/clubs/{id}/layout',
] as const;

/** Surveys of a club, page by page. */
export const surveyPages = (club: string) => ({
  queryKey: [listCall, 'pages', club] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(listCall, { id: club, ...(pageParam !== null && { cursor: pageParam }) }, signal),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});

/** Answers to a survey, page by page. */
export const answerPages = (survey: string) => ({
  queryKey: [answersCall, 'pages', survey] as const,
  queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
    call(
      answersCall,
      { id: survey, size: 20, ...(pageParam !== null && { cursor: pageParam }) },
      signal,
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (last: { nextCursor: string | null }) => last.nextCursor,
});

export const waitingSurveys = () => callQuery(waitingCall, {});
export const surveyQuery = (id: string) => callQuery(readCall, { id });
export const surveySettings = (id: string) => callQuery(settingsCall, { id });
export const surveyResults = (id: string, filter: { question: string; option: string } | null) =>
  callQuery(resultsCall, { id, ...filter });

/** The settings of a survey as the server has answered them. */
export const saveSettings = (settings: SurveySettings): void => {
  queryClient.setQueryData(surveySettings(settings.id).queryKey, settings);
};
