export const paths = {
  survey: '/surveys/$surveyId',
  surveyEditor: '/surveys/$surveyId/edit',
} as const;
