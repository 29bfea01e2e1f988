import { sql } from 'kysely';
import type { FormAnswers, FormDefinition } from '#contract/forms/definition.ts';
import type { Db } from '../../../kernel/database/database.ts';
import { first, many } from '../../../kernel/sql.ts';

/** Selects the newest approved registration or renewal of a club, with the questions whose answers the school shows. */
export const selectApprovedAnswers = (db: Db, club: number) =>
  first(
    db,
    sql<{ id: number; answers: FormAnswers; definition: FormDefinition; shown: string[] }>`
    select a.id, a.answers, a.definition, s.shown_questions as shown
    from club_applications a join club_registration_settings s on s.school_id = a.school_id
    where a.club_id = ${club} and a.approved_at is not null order by a.approved_at desc limit 1`,
  );

/** Selects the names of files in those answers. */
export const selectFileNames = (db: Db, application: number) =>
  many(
    db,
    sql<{ id: number; name: string }>`select u.id, u.name from club_application_files x
    join uploads u on u.school_id = x.school_id and u.id = x.upload_id where x.application_id = ${application}`,
  );
