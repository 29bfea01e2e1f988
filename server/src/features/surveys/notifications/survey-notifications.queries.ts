import { sql } from 'kysely';

export const isSurveyThere = (survey: number) =>
  sql`exists (select from surveys s where s.id = ${survey})`;

/** Returns the same condition, and that the person hasn't been notified about the survey yet. */
export const isNewSurvey = (survey: number, path: string) =>
  sql`(${isSurveyThere(survey)} and not exists (select from notifications x where x.user_id = n."user" and x.about_path = ${path}))`;
