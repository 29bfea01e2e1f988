import { sql } from 'kysely';

export const isSurveyThere = (survey: number) =>
  sql`exists (select from surveys s where s.id = ${survey})`;

/** The same, and the person hasn't been notified about it yet. */
export const isNewSurvey = (survey: number, path: string) =>
  sql`(${isSurveyThere(survey)} and not exists (select from notifications x where x.user_id = n."user" and x.about_path = ${path}))`;
