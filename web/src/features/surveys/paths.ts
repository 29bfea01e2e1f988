/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  survey: '/surveys/$surveyId',
  surveyEditor: '/surveys/$surveyId/edit',
} as const;
