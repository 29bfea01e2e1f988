import * as registration from '#contract/club-registration/endpoints.ts';
import { applicationLimits } from '#contract/club-registration/limits.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { checkAnswers, filesOf } from '#contract/forms/form-rules.ts';
import { handle, type Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { ok, orNotFound, definedOnly, idOf } from '../../kernel/sql.ts';
import { forget, submissionOf, submit } from '../approvals/submissions.ts';
import { accessTo, isClubStaff } from '../clubs/club-access.ts';
import { clubViewer } from '../clubs/club-viewer.ts';
import { selectClubState, selectLabelIds } from '../clubs/clubs.queries.ts';
import { appoint, uninvite } from '../clubs/registered-clubs.ts';
import { namedProblems } from '../forms/form-store.ts';
import { selectNameable } from '../forms/forms.queries.ts';
import { insertPositions } from '../roles/positions/positions.queries.ts';
import * as queries from './club-registration.queries.ts';
import type { ApplicationRow } from './club-registration.queries.ts';
import { isEditable, isOpenFor } from './club-registration.rules.ts';
import { applicationView, listedView } from './club-registration.views.ts';
import { selectDueOf } from './overview/overview.queries.ts';
import { currentForm } from './reading.ts';
import { selectPositionRules, selectSettings, selectWindow } from './setup/setup.queries.ts';
import { transferToClub, registrationKind, renewalKind } from './submitted-clubs.ts';

const kindOf = ({ kind }: ApplicationRow) =>
  kind === 'registration' ? registrationKind : renewalKind;

/** Returns an application that the caller can see, and whether they can edit it. Throws 404 otherwise. */
const readSeen = async (call: Call, id: string) => {
  const row = orNotFound(await queries.selectApplication(call.db, idOf(id)));
  const me = call.me.userId;
  const submission = await submissionOf(call, kindOf(row), row.id);
  const isWriter =
    row.kind === 'registration'
      ? row.author_id === me
      : row.club !== null &&
        (await accessTo(call, [row.club.id], false)).may(row.club.id, 'clubs.manage_officers');
  const mine = row.officers.find(({ person }) => person.id === me);
  const isSeen = isWriter || mine !== undefined || submission !== null || (await isClubStaff(call));
  if (!isSeen) throw problem('not_found');
  return { row, isWriter, submission, mine };
};

const readView = async (call: Call, id: string) => {
  const { row, isWriter, submission, mine } = await readSeen(call, id);
  return applicationView(call, row, submission, {
    edit:
      isWriter &&
      isEditable(row.state) &&
      isOpenFor(row, row.kind === 'renewal' ? await selectWindow(call.db) : undefined, call.now),
    delete: isWriter && canDelete(row),
    accept: mine?.state === 'asked',
  });
};

const canDelete = (row: ApplicationRow): boolean =>
  row.kind === 'registration' && (row.state === 'draft' || row.state === 'denied');

/** Locks an editable application for its author. */
const holdEditable = async (call: Call, id: string, version?: number): Promise<ApplicationRow> => {
  await queries.lockApplication(call.db, idOf(id));
  const { row, isWriter } = await readSeen(call, id);
  if (!isWriter) throw problem('not_found');
  if (!isEditable(row.state)) throw problem('club_application_locked');
  if (version !== undefined && row.version !== version) throw problem('club_application_changed');
  return row;
};

type ApplicationInput = Omit<HandlerInput<typeof registration.updateApplication>, 'id' | 'version'>;

/** Converts the input to columns. A renewal doesn't store values that equal the club's. */
const columnsOf = (row: ApplicationRow, sent: ApplicationInput): queries.ApplicationColumns => {
  const { club } = row;
  const own = <T>(value: T | undefined, now: T | undefined) =>
    club !== null && value === now ? null : value;
  return definedOnly({
    name: own(sent.name, club?.name),
    description: own(sent.description, club?.description),
    membership: own(sent.membership, club?.membership),
    type_id: sent.type === undefined ? undefined : sent.type === null ? null : idOf(sent.type),
    category_ids: sent.categories?.map(idOf),
    is_roster_confirmed: sent.isRosterConfirmed,
  });
};

const checkLabels = async (
  { db }: Call,
  { type, categories = [] }: ApplicationInput,
): Promise<void> => {
  const wanted = [
    ...(type ? [{ list: 'types', id: idOf(type) }] : []),
    ...categories.map((id) => ({ list: 'categories', id: idOf(id) })),
  ];
  if (wanted.length === 0) return;
  const rows = await selectLabelIds(
    db,
    wanted.map(({ id }) => id),
  );
  if (!wanted.every(({ id, list }) => rows.some((row) => row.id === id && row.list === list)))
    throw problem('club_label_unknown');
};

/** Stores the officers, and asks the new ones. */
const storeOfficers = async (
  call: Call,
  row: ApplicationRow,
  sent: NonNullable<ApplicationInput['officers']>,
): Promise<void> => {
  const { db, me, now, schoolId } = call;
  const officers = [...new Map(sent.map((one) => [one.uid, one])).values()].map((one) => ({
    person: idOf(one.uid),
    position: idOf(one.position),
  }));
  const positions = await selectPositionRules(db);
  if (!officers.every(({ position }) => positions.some(({ id }) => id === position)))
    throw problem('club_positions_unknown');
  const known = new Set(row.officers.map(({ person }) => person.id));
  const added = officers.filter(({ person }) => !known.has(person)).map(({ person }) => person);
  const { visibility } = clubViewer(call, false);
  if ((await selectNameable(db, visibility, added)).length < added.length)
    throw problem('person_not_found');
  const target = { school: schoolId, id: row.id, me: me.userId, now };
  const name = row.name;
  for (const person of await queries.replaceOfficers(db, target, officers)) {
    const asked = officers.find((one) => one.person === person)?.position;
    const position = positions.find(({ id }) => id === asked)?.name ?? '';
    await emit(call, 'club_application_announced', {
      kind: 'club_officer_asked',
      collapseKey: `club-officer:${row.id}`,
      title: name === '' ? position : `${position}, ${name}`,
      path: `/club-registrations/${row.id}`,
      people: [person],
      by: me.userId,
    });
  }
};

/** Stores answers without invalid ones. */
const storeAnswers = async (
  call: Call,
  row: ApplicationRow,
  {
    answers: sent,
    revision,
  }: { answers: NonNullable<ApplicationInput['answers']>; revision: number },
): Promise<void> => {
  const form = await currentForm(call.db);
  if (form.revision !== revision) throw problem('form_revised');
  const { answers } = checkAnswers(form.definition, sent, true);
  const stored = (await queries.selectFiles(call.db, row.id)).map(({ id }) => id);
  const wrong = new Set(
    (await namedProblems(call, answers, stored)).map(({ question }) => question),
  );
  const fine = Object.fromEntries(Object.entries(answers).filter(([id]) => !wrong.has(id)));
  await queries.updateAnswers(call.db, row.id, { answers: fine, ...form });
  await queries.replaceFiles(call.db, call.schoolId, row.id, filesOf(fine).map(idOf));
};

export const clubRegistrationHandlers = [
  handle(registration.listApplications, async (call) => {
    const me = call.me.userId;
    const [rows, due, settings] = await Promise.all([
      queries.selectApplicationsOf(call.db, me),
      selectDueOf(call.db, me, call.now),
      selectSettings(call.db),
    ]);
    const access = await accessTo(
      call,
      due.map(({ id }) => id),
      false,
    );
    return {
      items: rows.map(listedView),
      due: due
        .filter(({ id }) => access.may(id, 'clubs.manage_officers'))
        .map((one) => ({
          id: String(one.id),
          name: one.name,
          status: one.status,
          window: { name: one.window_name, closesAt: one.closes_at.toISOString() },
          application: one.application,
        })),
      can: { register: settings.registrants === 'everybody' },
    };
  }),

  // Creates a registration for anyone, if the school allows it.
  handle(registration.createRegistration, async (call, { clientId }) => {
    const { db, me, schoolId, now } = call;
    if ((await selectSettings(db)).registrants === 'nobody')
      throw problem('club_registration_closed');
    const sent = await queries.selectSentRegistration(db, me.userId, clientId);
    if (sent !== undefined) return readView(call, String(sent.id));
    const max = applicationLimits.open;
    if ((await queries.countOpen(db, me.userId)) >= max)
      throw problem('too_many_club_registrations', { max });
    const made = await queries.insertApplication(db, {
      school: schoolId,
      kind: 'registration',
      author: me.userId,
      clientId,
      now,
    });
    const id = orNotFound(
      made ?? (await queries.selectSentRegistration(db, me.userId, clientId)),
    ).id;
    if (made !== undefined) {
      await insertPositions(db, schoolId, now);
      const [first] = await selectPositionRules(db);
      if (first !== undefined)
        await queries.replaceOfficers(db, { school: schoolId, id, me: me.userId, now }, [
          { person: me.userId, position: first.id },
        ]);
    }
    return readView(call, String(id));
  }),

  handle(registration.createRenewal, async (call, { id, clientId }) => {
    const { db, me, schoolId, now } = call;
    const access = await accessTo(call, [idOf(id)], false);
    const who = { viewer: me.userId, isStaff: false };
    const club = orNotFound(await selectClubState(db, who, idOf(id)));
    if (!access.may(club.id, 'clubs.manage_officers')) throw problem('forbidden');
    const window = await selectWindow(db);
    const due = await selectDueOf(db, me.userId, now);
    if (window === undefined || window.opens_at > now) throw problem('club_renewal_not_open');
    const begun = await queries.selectRenewalOf(db, window.id, club.id);
    if (begun !== undefined) return readView(call, String(begun.id));
    if (!due.some((one) => one.id === club.id)) throw problem('club_renewal_not_open');
    const made = await queries.insertApplication(db, {
      school: schoolId,
      kind: 'renewal',
      author: me.userId,
      clientId,
      now,
      window: window.id,
      club: club.id,
    });
    if (made !== undefined) {
      const last = await queries.selectLastAnswers(db, club.id, made.id);
      const form = await currentForm(db);
      if (last !== undefined) {
        // Files stay with the application that they were sent with.
        const { answers } = checkAnswers(form.definition, withoutFiles(last.answers), true);
        await queries.updateAnswers(db, made.id, { answers, ...form });
      }
    }
    const row = made ?? (await queries.selectRenewalOf(db, window.id, club.id));
    return readView(call, String(orNotFound(row).id));
  }),

  handle(registration.getApplication, async (call, { id }) => readView(call, id)),

  handle(registration.updateApplication, async (call, { id, version, ...sent }) => {
    const { db, schoolId, now } = call;
    const row = await holdEditable(call, id, version);
    if (row.kind === 'renewal' && !isOpenFor(row, await selectWindow(db), now))
      throw problem('club_renewal_not_open');
    await checkLabels(call, sent);
    await queries.updateApplication(db, row.id, columnsOf(row, sent));
    if (sent.officers !== undefined)
      await storeOfficers(call, { ...row, name: sent.name ?? row.name }, sent.officers);
    if (sent.removals !== undefined && row.club !== null)
      await queries.replaceRemovals(
        db,
        schoolId,
        { id: row.id, club: row.club.id },
        sent.removals.map(idOf),
      );
    if (sent.answers !== undefined)
      await storeAnswers(call, row, { answers: sent.answers, revision: sent.revision ?? 0 });
    return readView(call, id);
  }),

  handle(registration.submitApplication, async (call, { id, version }) => {
    const row = await holdEditable(call, id, version);
    if (row.kind === 'registration' && row.state !== 'changes_requested') {
      const settings = await selectSettings(call.db);
      if (settings.registrants === 'nobody') throw problem('club_registration_closed');
    }
    // Without answers, the current questions apply.
    if (row.revision === 0)
      await queries.updateAnswers(call.db, row.id, {
        answers: row.answers,
        ...(await currentForm(call.db)),
      });
    await submit(call, kindOf(row), row.id);
    return readView(call, id);
  }),

  handle(registration.acceptPosition, async (call, { id, isAccepted }) => {
    const { db, me } = call;
    await queries.lockApplication(db, idOf(id));
    const row = orNotFound(await queries.selectApplication(db, idOf(id)));
    const mine = orNotFound(row.officers.find(({ person }) => person.id === me.userId));
    const state = isAccepted ? 'accepted' : 'declined';
    if (mine.state === state) return ok;
    if (row.approved_at !== null && mine.state !== 'asked') throw problem('club_officer_settled');
    await queries.updateOfficer(db, row.id, me.userId, state);
    if (row.approved_at === null || row.club === null) return ok;
    const club = row.club.id;
    if (!isAccepted) await uninvite(call, club, me.userId);
    // After officers were replaced, only this officer is new, because others may have left since.
    else if (row.kind === 'registration' || row.handed_over_at !== null)
      await appoint(call, club, [{ person: me.userId, position: mine.position.id }]);
    else await transferToClub(call, orNotFound(await queries.selectApplication(db, row.id)));
    return ok;
  }),

  handle(registration.deleteApplication, async (call, { id }) => {
    const row = await holdEditable(call, id);
    if (!canDelete(row)) throw problem('club_application_locked');
    await forget(call, kindOf(row), row.id);
    await queries.deleteApplication(call.db, row.id);
    return ok;
  }),
];

const withoutFiles = (answers: ApplicationRow['answers']): ApplicationRow['answers'] =>
  Object.fromEntries(
    Object.entries(answers).filter(([, value]) => typeof value !== 'object' || !('files' in value)),
  );
