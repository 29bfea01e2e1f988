/* Limits and lists of surveys. This file doesn't import zod because the browser uses it at run time. */

/** Characters of texts, and maximum surveys of a club. */
export const surveyLimits = {
  title: 120,
  description: 1_000,
  tags: 20,
  surveys: 500,
  waiting: 20,
  /** Minimum audience of an anonymous survey. */
  anonymousAudience: 10,
  /** Hours between sending a survey, or a reminder, and the next reminder. */
  reminderHours: 24,
} as const;

/** Audiences of a survey: all members of the club, members with one of some tags, or everyone at the school. */
export const surveyAudiences = ['members', 'tags', 'school'] as const;
export type SurveyAudience = (typeof surveyAudiences)[number];

/** Rate limits per person. */
export const surveyRates = {
  answer: { max: 120, seconds: 3_600 },
  draft: { max: 1_200, seconds: 3_600 },
} as const;
