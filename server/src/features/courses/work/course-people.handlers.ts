import * as contract from '#contract/courses/endpoints.ts';
import { courseLimits as limits } from '#contract/courses/kinds.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { pageOfRows, readCursor } from '../../../kernel/page.ts';
import { record } from '../../../kernel/security/audit.ts';
import { idOf, orNotFound } from '../../../kernel/sql.ts';
import { csvText } from '../../forms/results/csv-text.ts';
import { selectMutuals } from '../../people/people.queries.ts';
import { unavailableView, userView, viewContextOf } from '../../people/people.views.ts';
import { recordReading } from '../../people/privacy/reading.ts';
import { selectSections } from './work.queries.ts';
import { selectPeople } from './course-people.queries.ts';
import { presentFor } from './present-people.ts';

/** Number of mutual connections to show with a person. */
const mutualFaces = 3;

export const coursePeopleHandlers = [
  // Only current members see other members. A course that exists only in the LMS has none here.
  handle(contract.listCoursePeople, async (call, { id, cursor, size, search, role }) => {
    const { db, me, now } = call;
    const section = idOf(id);
    const [own] = await selectSections(db, { me: me.userId, now, section });
    const rows = await selectPeople(
      db,
      {
        me: me.userId,
        section,
        isStaff: orNotFound(own).role !== 'student',
        search: search ?? '',
        role: role ?? null,
      },
      presentFor(call),
      readCursor<[number, string, number]>(cursor, ['number', 'text', 'number']),
      size + 1,
    );
    const viewContext = viewContextOf(call);
    const shown = rows.slice(0, size);
    const present = shown.filter((row) => row.is_present);
    const ids = present.map((row) => row.id);
    const mutuals = Map.groupBy(
      viewContext.connect ? await selectMutuals(db, me.userId, ids, mutualFaces) : [],
      (row) => row.user_id,
    );
    await recordReading(call, viewContext, present, 'card');
    return pageOfRows(rows, size, {
      view: (row) => ({
        ...(row.is_present
          ? userView(viewContext, row, mutuals.get(row.id) ?? [], 'card')
          : unavailableView(row)),
        role: row.role,
        isConnected: viewContext.connect && row.is_present && row.is_connected,
        dropped: !row.is_active,
      }),
      keyOf: (row) => [row.position, row.name_key, row.id],
    });
  }),

  // Teachers and assistants of the course, with the fields that they can see.
  handle(contract.exportCoursePeople, async (call, { id }) => {
    const { db, me, now } = call;
    const section = idOf(id);
    const [found] = await selectSections(db, { me: me.userId, now, section });
    const own = orNotFound(found);
    if (own.role === 'student') throw problem('forbidden');
    const rows = await selectPeople(
      db,
      { me: me.userId, section, isStaff: true, search: '', role: null },
      presentFor(call),
      null,
      limits.exportedPeople,
    );
    const viewContext = viewContextOf(call);
    const present = rows.filter((row) => row.is_present);
    await recordReading(call, viewContext, present, 'card');
    await record(call, 'course_people_exported', { section: id, name: own.title });
    const lines = rows.map((row) => {
      const { firstName, lastName, major, yearOfGraduation } = row.is_present
        ? userView(viewContext, row, [], 'card')
        : unavailableView(row);
      return [
        firstName,
        lastName,
        row.role,
        major ?? '',
        yearOfGraduation ?? '',
        row.is_active ? '' : 'dropped',
      ];
    });
    return {
      name: `${own.number}.csv`,
      csv: csvText([
        ['First name', 'Last name', 'Role', 'Major', 'Class year', 'Status'],
        ...lines,
      ]),
    };
  }),
];
