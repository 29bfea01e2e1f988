import * as registration from '#contract/club-registration/staff.endpoints.ts';
import type { RegistrationSetup } from '#contract/club-registration/staff.endpoints.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { record } from '../../../kernel/security/audit.ts';
import { idOf, lockTable } from '../../../kernel/sql.ts';
import { saveQuestions } from '../../forms/form-store.ts';
import { selectForm } from '../../forms/forms.queries.ts';
import { insertPositions } from '../../roles/positions/positions.queries.ts';
import * as queries from './setup.queries.ts';
import { registrationForm } from './setup.queries.ts';

const readSetup = async ({ db }: Call): Promise<RegistrationSetup> => {
  const [settings, positions, form, window] = await Promise.all([
    queries.selectSettings(db),
    queries.selectPositionRules(db),
    selectForm(db, registrationForm),
    queries.selectWindow(db),
  ]);
  return {
    version: settings.version,
    registrants: settings.registrants,
    positions: positions.map(({ id, name, is_required: isRequired }) => ({
      id: String(id),
      name,
      isRequired,
    })),
    shownQuestions: settings.shown_questions,
    form: { version: form?.version ?? 0, definition: form?.definition ?? { questions: [] } },
    window:
      window === undefined
        ? null
        : {
            name: window.name,
            opensAt: window.opens_at.toISOString(),
            closesAt: window.closes_at.toISOString(),
            isClosed: window.closed_at !== null,
          },
  };
};

/* Requires `clubs.manage`, as the endpoints declare. */
export const setupHandlers = [
  handle(registration.getSetup, async (call) => readSetup(call)),

  handle(registration.updateSetup, async (call, { version, ...sent }) => {
    const { db, schoolId, now } = call;
    await insertPositions(db, schoolId, now);
    const before = await queries.selectSettings(db);
    const isChanged = await queries.upsertSettings(db, schoolId, version, {
      registrants: sent.registrants ?? before.registrants,
      shown_questions: sent.shownQuestions ?? before.shown_questions,
    });
    if (!isChanged) throw problem('club_registration_changed');
    if (sent.requiredPositions !== undefined) {
      const wanted = sent.requiredPositions.map(idOf);
      const known = new Set((await queries.selectPositionRules(db)).map(({ id }) => id));
      if (!wanted.every((id) => known.has(id))) throw problem('club_positions_unknown');
      await queries.replaceRequired(db, schoolId, wanted);
    }
    await record(call, 'club_registration_changed', { act: 'settings' });
    return readSetup(call);
  }),

  handle(registration.updateRegistrationForm, async (call, { version, definition }) => {
    if (version === 0) await lockTable(call.db, 'club_registration_settings');
    await saveQuestions(call, registrationForm, { version, definition });
    await record(call, 'club_registration_changed', { act: 'form' });
    return readSetup(call);
  }),

  handle(registration.updateWindow, async (call, { name, opensAt, closesAt }) => {
    const { db, schoolId, now } = call;
    const [opens, closes] = [new Date(opensAt), new Date(closesAt)];
    const current = await queries.lockWindow(db);
    const newest = current ?? (await queries.selectWindow(db));
    // The next renewal is the newest only if it opens after the previous renewal closes.
    const isAfter = current !== undefined || newest === undefined || opens >= newest.closes_at;
    if (opens >= closes || closes <= now || !isAfter) throw problem('club_window_times');
    await queries.upsertWindow(db, schoolId, { name, opensAt: opens, closesAt: closes });
    await record(call, 'club_registration_changed', { act: 'window' });
    return readSetup(call);
  }),
];
