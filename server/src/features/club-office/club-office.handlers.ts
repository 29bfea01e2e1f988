import * as office from '#contract/club-office/endpoints.ts';
import type { ClubLogEntry } from '#contract/club-office/endpoints.ts';
import { clubOfficeLimits as limits } from '#contract/club-office/limits.ts';
import { handle, type Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { pageOfRows, readCursor } from '../../kernel/page.ts';
import { orNotFound, idOf } from '../../kernel/sql.ts';
import { accessTo } from '../clubs/club-access.ts';
import { clubViewer } from '../clubs/club-viewer.ts';
import { selectClubState } from '../clubs/clubs.queries.ts';
import { isWritable } from '../clubs/clubs.rules.ts';
import { faceView } from '../people/people.views.ts';
import * as queries from './club-office.queries.ts';
import { readableKinds, todoOf } from './club-office.rules.ts';

/** Returns a club with the caller's permissions. Throws 404 if they can't see it. */
const officeOf = async (call: Call, id: string) => {
  const access = await accessTo(call, [idOf(id)]);
  const who = { viewer: call.me.userId, isStaff: access.isStaff };
  const club = orNotFound(await selectClubState(call.db, who, idOf(id)));
  if (!access.canAny(club.id)) throw problem('forbidden');
  return { club, access, viewer: clubViewer(call, access.isStaff) };
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the subject of an entry, besides people and the club itself. */
const titleOf = ({ kind, detail }: queries.LogRow): string => {
  if (kind === 'post_moderated') return textOf(detail['text']);
  if (kind === 'survey_changed') return textOf(detail['title']);
  if (kind === 'club_members_changed') return textOf(detail['position']);
  return kind === 'club_file_changed' ? textOf(detail['name']) : '';
};

const logView = (row: queries.LogRow): ClubLogEntry => {
  const { act, fields } = row.detail;
  return {
    id: String(row.number),
    at: row.at.toISOString(),
    actor: row.actor && faceView(row.actor),
    kind: row.kind,
    act: textOf(act),
    title: titleOf(row),
    fields: Array.isArray(fields) ? fields.map(String) : [],
    people: row.people.map(faceView),
    peopleCount: row.people_count,
  };
};

export const clubOfficeHandlers = [
  handle(office.getClubPeople, async (call, { id }) => {
    const { club, viewer } = await officeOf(call, id);
    const { newest, officers } = orNotFound(await queries.selectPeople(call.db, viewer, club.id));
    return {
      newMembers: newest.map((one) => ({
        ...faceView(one),
        since: new Date(one.since).toISOString(),
      })),
      officers: officers.map((one) => ({
        ...faceView(one),
        position: one.position,
        endsAt: one.ends_at === null ? null : new Date(one.ends_at).toISOString(),
      })),
    };
  }),

  handle(office.getClubOverview, async (call, { id }) => {
    const { club, access, viewer } = await officeOf(call, id);
    const { db, now } = call;
    const may = (permission: Parameters<typeof access.may>[1]) => access.may(club.id, permission);
    // Renewals are for people with a position in the club, not for staff.
    const own = await accessTo(call, [club.id], false);
    const officer = {
      may: (permission: Parameters<typeof may>[0]) => isWritable(club) && may(permission),
      renews: own.may(club.id, 'clubs.manage_officers'),
    };
    const waiting = orNotFound(await queries.selectTodo(db, viewer, club.id, now));
    const row = orNotFound(await queries.selectFigures(db, viewer, club.id, now));
    const isSmall = row.members < limits.smallest;
    return {
      todo: todoOf(waiting, officer, now),
      members: row.members,
      newMembers: isSmall ? null : row.new_members,
      activeMembers: isSmall ? null : row.active,
      points: row.counts_points ? row.points : null,
      weeks: isSmall
        ? null
        : row.weeks.map((week) => ({ ...week, start: new Date(week.start).toISOString() })),
    };
  }),

  handle(office.listClubLog, async (call, { id, kind, officer, cursor, size }) => {
    const { club, access, viewer } = await officeOf(call, id);
    const kinds = readableKinds((permission) => access.may(club.id, permission));
    const after = readCursor<readonly [number]>(cursor, ['number'])?.[0] ?? null;
    const rows = await queries.selectLog(
      call.db,
      viewer.visibility,
      club.id,
      {
        kinds: kind === undefined ? kinds : kinds.filter((one) => one === kind),
        officer: officer === undefined ? null : idOf(officer),
      },
      { after, size: size + 1 },
    );
    return { ...pageOfRows(rows, size, { view: logView, keyOf: (row) => [row.number] }), kinds };
  }),
];
