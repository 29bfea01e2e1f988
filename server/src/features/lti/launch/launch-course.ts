import type { LaunchTarget } from '#contract/lti/endpoints.ts';
import type { Context } from '../../../kernel/context.ts';
import * as enrolling from '../../courses/enrolling/enrolling.queries.ts';
import * as queries from '../lti.queries.ts';
import type { LaunchContent } from './id-token.ts';

/**
 * Connects an LMS course to a section, and removes the people it added to the previous section. Returns false if
 * another course of that LMS is already connected.
 */
export const connectSection = async (
  { db }: Pick<Context, 'db'>,
  context: queries.ContextRow,
  section: number | null,
): Promise<boolean> => {
  if (context.section_id === section) return true;
  if (!(await queries.updateSection(db, context, section))) return false;
  if (context.section_id !== null)
    await enrolling.deleteMembers(
      db,
      context.section_id,
      await queries.selectAdded(db, context.id, context.section_id),
    );
  await queries.deleteBrought(db, context.id);
  return true;
};

/** Adds the people that the LMS lists to a course's section, and stores that they are there for this reason. */
export const addMembers = async (
  { db, school }: Pick<Context, 'db' | 'school'>,
  context: Pick<queries.ContextRow, 'id'>,
  section: number,
  people: readonly queries.AddedMember[],
): Promise<void> => {
  await enrolling.insertMembers(db, school.school_id, section, people);
  await queries.upsertAdded(db, school.school_id, context.id, section, people);
};

/**
 * Returns the target page for the person that a launch signed in. Stores the launch's course. If the person teaches a
 * section with one of the school's own course codes, connects it. Students' launches never connect anything, because
 * some LMSs let teachers edit those codes. Adds the person to the section, because the LMS lists them.
 */
export const enterCourse = async (
  call: Context,
  platform: queries.PlatformRow,
  content: LaunchContent,
  user: number,
): Promise<LaunchTarget> => {
  const { db, school, clock } = call;
  const isTeacher = content.role === 'teacher';
  const none = { path: content.target ?? '/edu', pick: false, course: null, isTeacher };
  if (content.context === null)
    return content.deepLink === null ? none : { ...none, path: null, pick: true };
  let row = await queries.upsertContext(
    db,
    school.school_id,
    {
      platform: platform.id,
      deployment: content.deployment,
      context: content.context.id,
      label: content.context.label,
      title: content.context.title,
      membershipsUrl: content.membershipsUrl,
    },
    clock.now(),
  );
  await queries.setTeacher(db, school.school_id, row.id, user, isTeacher);
  if (row.section_id === null && isTeacher && content.codes.length > 0) {
    const section = await enrolling.selectSectionByCode(db, content.codes);
    const role = section === null ? null : await enrolling.selectRole(db, section, user);
    if (
      section !== null &&
      (role === 'teacher' || role === 'assistant') &&
      (await connectSection(call, row, section))
    )
      row = { ...row, section_id: section };
  }
  if (row.section_id !== null && content.role !== null)
    await addMembers(call, row, row.section_id, [
      { user, role: content.role, subject: content.subject },
    ]);
  if (content.deepLink !== null) return { ...none, path: null, pick: true };
  if (content.target !== null) return none;
  if (row.section_id !== null) return { ...none, path: `/edu/${row.section_id}` };
  return {
    path: null,
    pick: false,
    course: { id: String(row.id), title: row.title || row.label || platform.name },
    isTeacher,
  };
};
