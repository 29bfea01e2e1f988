import { digested, quiet } from '../notifications/defaults.ts';
import type { NotificationKinds, NotificationKeys } from '../notifications/declaring.ts';

export const notificationKinds = {
  survey_published: null,
  survey_reminder: null,
  survey_answered: null,
  survey_answer_denied: null,
} as const satisfies NotificationKinds;

export const notificationKeys = {
  general: {
    surveyAnswered: quiet,
  },
  officer: {
    anonymousSurveySubmission: quiet,
    surveyAnswered: quiet,
    surveySubmissionDenied: digested,
  },
} as const satisfies NotificationKeys;
