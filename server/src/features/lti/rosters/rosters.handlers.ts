import * as contract from '#contract/lti/endpoints.ts';
import { permissionsIn } from '../../../kernel/access.ts';
import { transact, type Context } from '../../../kernel/context.ts';
import { handle, handleWithoutTransaction, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { record } from '../../../kernel/security/audit.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { orNotFound, idOf } from '../../../kernel/sql.ts';
import { isSection, selectRole, selectTaught } from '../../courses/enrolling/enrolling.queries.ts';
import { connectSection } from '../launch/launch-course.ts';
import * as lti from '../lti.queries.ts';
import { rosterView, titleOf } from '../lti.views.ts';
import { readRoster } from './roster-reading.ts';
import { selectOfSection } from './rosters.queries.ts';

/** Limits the readings that people start with the button. */
const readings = { max: 12, seconds: 3_600 } as const;

type AccessContext = Pick<Call, 'db' | 'actor' | 'clock' | 'me'>;

const isStaff = async (call: Pick<Context, 'db' | 'actor' | 'clock'>): Promise<boolean> =>
  (await permissionsIn(call, 'school', [0]))(0).has('lti.manage');

const teaches = async ({ db, me }: AccessContext, section: number): Promise<boolean> => {
  const role = await selectRole(db, section, me.userId);
  return role === 'teacher' || role === 'assistant';
};

/** Returns an LMS course. Requires a teacher of the LMS course or of its section, or staff. Throws a 404 for others. */
const requireCourse = async (call: AccessContext, id: string): Promise<lti.ContextRow> => {
  const row = orNotFound(await lti.selectContext(call.db, idOf(id)));
  const isTheirs =
    (await lti.isTeacher(call.db, row.id, call.me.userId)) ||
    (row.section_id !== null && (await teaches(call, row.section_id))) ||
    (await isStaff(call));
  return orNotFound(isTheirs ? row : undefined);
};

export const rostersHandlers = [
  handle(contract.readCourse, async (call, { id }) => {
    const row = await requireCourse(call, id);
    const [platform, sections] = await Promise.all([
      lti.selectPlatform(call.db, row.platform_id),
      selectTaught(call.db, call.me.userId),
    ]);
    return {
      title: titleOf(row),
      platform: platform?.name ?? '',
      section: row.section_id === null ? null : String(row.section_id),
      sections: sections.map((one) => ({ ...one, id: String(one.id) })),
    };
  }),

  // The caller needs to teach both or be staff.
  handle(contract.connectCourse, async (call, { id, section }) => {
    const row = await requireCourse(call, id);
    const next = section === null ? null : idOf(section);
    const staff = await isStaff(call);
    if (next !== null && !staff && !(await teaches(call, next)))
      throw problem('lti_not_its_teacher');
    if (next !== null && !(await isSection(call.db, next))) throw problem('not_found');
    if (!(await connectSection(call, row, next))) throw problem('lti_section_taken');
    await record(call, 'lti_course_connected', {
      course: titleOf(row),
      section: next === null ? null : String(next),
    });
    return { path: next === null ? null : `/edu/${next}` };
  }),

  handle(contract.listRosters, async (call, { section }) => {
    const id = idOf(section);
    if (!(await teaches(call, id)) && !(await isStaff(call))) return { items: [] };
    return {
      items: (await selectOfSection(call.db, id)).map((row) => rosterView(row, row.platform)),
    };
  }),

  // This call waits for the LMS.
  handleWithoutTransaction(contract.readRoster, async (call, { id }) => {
    const row = await transact(call, (context) => requireCourse({ ...context, me: call.me }, id));
    await countUse(call, `lti-roster:${row.id}`, readings);
    await readRoster(call, row.id, 'pressed');
    return transact(call, async ({ db }) => {
      const after = orNotFound(await lti.selectContext(db, row.id));
      const platform = await lti.selectPlatform(db, after.platform_id);
      return rosterView(after, platform?.name ?? '');
    });
  }),
];
