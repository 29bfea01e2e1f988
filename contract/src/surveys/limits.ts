/* Words and limits of surveys. No zod here: the browser imports these at run time. */

/** Characters of texts, and how many surveys a club can have. */
export const surveyLimits = {
  title: 120,
  description: 1_000,
  tags: 20,
  surveys: 500,
  waiting: 20,
  /** People whom an anonymous survey has to ask at least. */
  anonymousAudience: 10,
  /** Hours between a survey being sent, or reminded of, and the next reminder. */
  reminderHours: 24,
} as const;

/** Whom a survey is for: all members of the club, those with one of some tags, everyone of the school. */
export const surveyAudiences = ['members', 'tags', 'school'] as const;
export type SurveyAudience = (typeof surveyAudiences)[number];

/** What one person may do in so many seconds. */
export const surveyRates = {
  answer: { max: 120, seconds: 3_600 },
  draft: { max: 1_200, seconds: 3_600 },
} as const;
