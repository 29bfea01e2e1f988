/* Written by `npm run lists`: the method and path of each endpoint of this folder, without schemas. */
import type { Call } from '../call.ts';
import type * as surveys from './endpoints.ts';

export const answerSurvey = 'POST /api/v1/surveys/{id}/answers' as Call<typeof surveys.answerSurvey>;
export const closeSurvey = 'POST /api/v1/surveys/{id}/close' as Call<typeof surveys.closeSurvey>;
export const createSurvey = 'POST /api/v1/clubs/{id}/surveys' as Call<typeof surveys.createSurvey>;
export const deleteSurvey = 'DELETE /api/v1/surveys/{id}' as Call<typeof surveys.deleteSurvey>;
export const exportSurvey = 'GET /api/v1/surveys/{id}/export' as Call<typeof surveys.exportSurvey>;
export const getSurveyResults = 'GET /api/v1/surveys/{id}/results' as Call<typeof surveys.getSurveyResults>;
export const getSurveySettings = 'GET /api/v1/surveys/{id}/settings' as Call<typeof surveys.getSurveySettings>;
export const listSurveyAnswers = 'GET /api/v1/surveys/{id}/answers' as Call<typeof surveys.listSurveyAnswers>;
export const listSurveys = 'GET /api/v1/clubs/{id}/surveys' as Call<typeof surveys.listSurveys>;
export const listWaitingSurveys = 'GET /api/v1/surveys' as Call<typeof surveys.listWaitingSurveys>;
export const publishSurvey = 'POST /api/v1/surveys/{id}/publish' as Call<typeof surveys.publishSurvey>;
export const readSurvey = 'GET /api/v1/surveys/{id}' as Call<typeof surveys.readSurvey>;
export const remindOfSurvey = 'POST /api/v1/surveys/{id}/reminder' as Call<typeof surveys.remindOfSurvey>;
export const saveSurveyDraft = 'PUT /api/v1/surveys/{id}/draft' as Call<typeof surveys.saveSurveyDraft>;
export const updateSurvey = 'PATCH /api/v1/surveys/{id}' as Call<typeof surveys.updateSurvey>;
