import type { Db } from '../../kernel/database/database.ts';
import type { MergeCounts } from '../../kernel/database/merge-rows.ts';
import type { SchoolId } from '../../kernel/ids.ts';
import {
  mergeCourses,
  upsertFed,
  mergeMeetings,
  mergeMembers,
  mergeSections,
  mergeTerms,
} from '../courses/import/merge-courses.queries.ts';
import {
  analyzeStagedCourses,
  createStagedCourses,
  selectCourseProblems,
  stagedKeys,
  stagedTable,
  type ColumnOf,
  type CourseList,
} from '../courses/import/staged-courses.queries.ts';
import {
  courseFields,
  meetingFields,
  sectionFields,
  sectionMemberFields,
  termFields,
} from './course-fields.ts';
import { problemsMax } from './problems.ts';
import { stageFile, type ImportContext } from './reading.ts';

/** The changes to courses by an import, by file. */
export interface CourseCounts {
  readonly terms?: MergeCounts;
  readonly courses?: MergeCounts;
  readonly sections?: MergeCounts;
  readonly meetings?: MergeCounts;
  readonly sectionMembers?: MergeCounts;
}

/** The columns of the staged files without those of the key, or null if there is no valid file. */
export type StagedCourses = { readonly [L in CourseList]: readonly ColumnOf<L>[] | null };

const filesOf = {
  terms: 'terms.csv',
  courses: 'courses.csv',
  sections: 'sections.csv',
  meetings: 'meetings.csv',
  members: 'section-members.csv',
} as const;

/** Streams the course lists into their staging tables and checks them. People are staged before. */
export const stageCourses = async (reading: ImportContext): Promise<StagedCourses> => {
  const { bulk, problems } = reading;
  await createStagedCourses(bulk.db);
  const stage = async <L extends CourseList>(
    list: L,
    fields: Parameters<typeof stageFile<string>>[3]['fields'],
  ): Promise<readonly ColumnOf<L>[] | null> => {
    const key: readonly string[] = stagedKeys[list];
    const columns = await stageFile(reading, filesOf[list], stagedTable(list), {
      fields,
      key,
    });
    // The fields of the list contain only its columns and its key.
    return (columns?.filter((column) => !key.includes(column)) ?? null) as
      | readonly ColumnOf<L>[]
      | null;
  };
  const staged = {
    terms: await stage('terms', termFields),
    courses: await stage('courses', courseFields),
    sections: await stage('sections', sectionFields),
    meetings: await stage('meetings', meetingFields),
    members: await stage('members', sectionMemberFields),
  };
  await analyzeStagedCourses(bulk.db);
  for (const list of Object.keys(filesOf) as CourseList[]) {
    if (staged[list] === null) continue;
    const found = await selectCourseProblems(bulk.db, list, problemsMax);
    problems.add(filesOf[list], found.problems, found.total);
  }
  return staged;
};

/** Merges the staged rows. */
export const mergeStagedCourses = async (
  db: Db,
  school: SchoolId,
  { terms, courses, sections, meetings, members }: StagedCourses,
  now: Date,
): Promise<CourseCounts> => {
  if ([terms, courses, sections, meetings, members].some((list) => list !== null))
    await upsertFed(db, school, now);
  return {
    ...(terms !== null && { terms: await mergeTerms(db, school, terms) }),
    ...(courses !== null && { courses: await mergeCourses(db, school, courses) }),
    ...(sections !== null && { sections: await mergeSections(db, school, sections) }),
    ...(meetings !== null && { meetings: await mergeMeetings(db, school, meetings) }),
    ...(members !== null && { sectionMembers: await mergeMembers(db, school, members) }),
  };
};
