import * as surveys from '#contract/surveys/endpoints.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { InputOf } from '#contract/endpoints.ts';
import { formLimits } from '#contract/forms/limits.ts';
import { surveyLimits, surveyRates } from '#contract/surveys/limits.ts';
import { transact } from '../../kernel/context.ts';
import { handle, handleWithoutTransaction, type Call } from '../../kernel/handle.ts';
import { Problem, problem } from '../../kernel/http/problem.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { pageOfRows, readCursor } from '../../kernel/page.ts';
import { record } from '../../kernel/security/audit.ts';
import { countInMemory } from '../../kernel/security/rate-limits.ts';
import { ok, orNotFound, definedOnly, idOf } from '../../kernel/sql.ts';
import { accessTo, isClubStaff } from '../clubs/club-access.ts';
import { selectClubState } from '../clubs/clubs.queries.ts';
import { isWritable } from '../clubs/clubs.rules.ts';
import {
  closeForm,
  lockFormAt,
  openForm,
  saveForm,
  storeAnswers,
  storeDraft,
} from '../forms/form-store.ts';
import {
  hasAnsweredAs,
  insertForm,
  lockForm,
  selectDraft,
  type FormOwner,
} from '../forms/forms.queries.ts';
import { closedCode } from '../forms/forms.rules.ts';
import { exportAnswers, readAnswers, readResults } from '../forms/results/read-results.ts';
import { announce } from './announcing.ts';
import * as queries from './surveys.queries.ts';
import type { SurveyRow } from './surveys.queries.ts';
import {
  answerCode,
  asksHours,
  isClubWritable,
  isDenied,
  remindableSince,
} from './surveys.rules.ts';
import { clubOf, surveyItemView, surveySettingsView, surveyView } from './surveys.views.ts';

const ownerOf = ({ id }: Pick<SurveyRow, 'id'>): FormOwner => ({ kind: 'survey', id });

/** Returns a survey that the caller can see, and whether they manage it. Throws a 404 otherwise. */
const readSurveyRow = async (call: Call, id: string) => {
  const isStaff = await isClubStaff(call);
  const who = { viewer: call.me.userId, isStaff };
  const row = orNotFound(await queries.selectSurvey(call.db, who, idOf(id)));
  const access = await accessTo(call, [row.club_id], isStaff);
  const canManage = access.may(row.club_id, 'surveys.manage');
  if (!row.is_seen && !canManage) throw problem('not_found');
  return { row, reader: { now: call.now, canManage } };
};

/** Returns a survey that the caller manages. Throws a 404 otherwise, so that others don't learn of it. */
const readManaged = async (call: Call, id: string) => {
  const survey = await readSurveyRow(call, id);
  if (!survey.reader.canManage) throw problem('not_found');
  return survey;
};

/** Returns a survey for a change. Throws if its club is read-only. */
const readChangeable = async (call: Call, id: string): Promise<SurveyRow> => {
  const { row } = await readManaged(call, id);
  if (!isClubWritable(row)) throw problem('club_inactive');
  return row;
};

const readSettings = async (call: Call, id: string) => {
  const { row, reader } = await readManaged(call, id);
  const [audienceSize, tags, kinds] = await Promise.all([
    queries.countAudience(call.db, row.id),
    queries.selectMemberTags(call.db, row.club_id),
    queries.selectServiceKinds(call.db),
  ]);
  return surveySettingsView(row, reader, { audienceSize, tags, kinds });
};

const keep = (
  call: Call,
  { id, title, club_id: club }: Pick<SurveyRow, 'id' | 'title' | 'club_id'>,
  act: 'added' | 'published' | 'closed' | 'reopened' | 'deleted' | 'exported' | 'reminded',
): Promise<void> =>
  record(call, 'survey_changed', { survey: String(id), title, club: String(club), act });

/** Returns a survey that the caller can respond to now. Throws with the reason otherwise. */
const readAnswerable = async (call: Call, id: string): Promise<SurveyRow> => {
  const { row } = await readSurveyRow(call, id);
  if (!isClubWritable(row)) throw problem('club_inactive');
  const code = answerCode(row, call.now);
  if (code !== null) throw problem(code);
  return row;
};

const isOtherAudience = (
  row: Pick<SurveyRow, 'audience' | 'tags'>,
  next: { audience: string; tags: readonly string[] },
): boolean =>
  next.audience !== row.audience ||
  (next.audience === 'tags' &&
    [...next.tags].toSorted().join() !== [...row.tags].toSorted().join());

type SurveyInput = Omit<InputOf<'PATCH /api/v1/surveys/{id}'>, 'id'>;

/** Returns the settings for service hours to store. Undefined if they don't change. */
const serviceOf = async ({ db }: Call, row: SurveyRow, sent: SurveyInput) => {
  const { service, isAnonymous = row.is_anonymous, definition = row.definition } = sent;
  const isOn = service === undefined ? row.service_type_id !== null : service !== null;
  if (isOn && isAnonymous) throw problem('survey_service_anonymous');
  const question = service === undefined ? row.service_question : (service?.question ?? null);
  // A draft's question can be deleted later. A published survey needs it.
  if (isOn && row.state !== 'draft' && !asksHours(definition, question))
    throw problem('survey_service_question');
  if (service === undefined) return {};
  if (service === null) return { service_type_id: null, service_question: null };
  const kind = idOf(service.kind);
  if (!(await queries.selectServiceKinds(db)).some(({ id }) => id === kind))
    throw problem('record_kind_unknown');
  return { service_type_id: kind, service_question: service.question };
};

/** Throws if the limit of anonymous responses would reveal their exact number to officers. */
const checkAnonymousLimit = (isAnonymous: boolean, limit: number | null): void => {
  if (isAnonymous && limit !== null && limit % formLimits.anonymousStep !== 0)
    throw problem('survey_limit_step', { step: formLimits.anonymousStep });
};

/**
 * Fixes the audience of an anonymous survey at its first publication. Throws if it is so small that responses could be
 * guessed.
 */
const fixAnonymousAudience = async ({ db }: Call, row: SurveyRow): Promise<void> => {
  const min = surveyLimits.anonymousAudience;
  await queries.recordAudience(db, row.id);
  const audienceSize = await queries.countAudience(db, row.id);
  const isEnough = audienceSize === null ? await queries.hasPeople(db, min) : audienceSize >= min;
  if (!isEnough) throw problem('survey_audience_small', { min });
};

/** The actor of events about anonymous responses. */
const jobActor = { kind: 'job' } as const;

type SentAnswers = HandlerInput<typeof surveys.answerSurvey>;

const answer = async (call: Call, { id, ...sent }: SentAnswers): Promise<typeof ok> => {
  const row = await readAnswerable(call, id);
  const { form, isReleased } = await storeAnswers(call, ownerOf(row), sent);
  // A notification per anonymous response would reveal when it was sent.
  if (!isReleased) return ok;
  await emit(form.is_anonymous ? { ...call, actor: jobActor } : call, 'survey_answered', {
    survey: row.id,
    club: row.club_id,
    person: form.is_anonymous ? null : call.me.userId,
  });
  return ok;
};

/** Returns whether the caller has already sent this response. */
const hasSent = async (call: Call, { id, clientId }: SentAnswers): Promise<boolean> => {
  if (clientId === undefined) return false;
  const { row } = await readSurveyRow(call, id);
  return hasAnsweredAs(call.db, { form: row.form_id, person: call.me.userId, clientId });
};

/** Emits `survey_published` once for an open survey, or schedules the event for its opening time. */
const announceOrWait = async (
  call: Call,
  { id: survey, announced_at: announcedAt }: Pick<SurveyRow, 'id' | 'announced_at'>,
  opensAt: Date | null,
): Promise<void> => {
  if (announcedAt !== null) return;
  const by = call.me.userId;
  if (opensAt !== null && opensAt > call.now)
    await emit(call, 'survey_opens', { survey, by }, opensAt);
  else await announce(call, { survey, by });
};

/** Announces an already announced survey to the people who are new in its audience. `before` is the previous survey. */
const announceToMore = async (call: Call, before: SurveyRow): Promise<void> => {
  if (before.announced_at === null) return;
  const who = { viewer: call.me.userId, isStaff: true };
  const row = orNotFound(await queries.selectSurvey(call.db, who, before.id));
  if (closedCode(row, call.now) !== null) return;
  const { id: survey, club_id: club, audience, tags } = before;
  await emit(call, 'survey_widened', { survey, club, by: call.me.userId, audience, tags });
};

export const surveysHandlers = [
  handle(surveys.listSurveys, async (call, { id, cursor, size }) => {
    const after = readCursor<queries.SurveyCursor>(cursor, ['time', 'number']);
    const access = await accessTo(call, [idOf(id)]);
    const who = { viewer: call.me.userId, isStaff: access.isStaff };
    const club = orNotFound(await selectClubState(call.db, who, idOf(id)));
    const canManage = access.may(club.id, 'surveys.manage');
    const rows = await queries.selectSurveys(
      call.db,
      who,
      { club: club.id, isAll: canManage },
      { after, size: size + 1 },
    );
    return {
      ...pageOfRows(rows, size, {
        view: (row) => surveyItemView(row, { now: call.now, canManage }),
        keyOf: (row) => [row.created_at, row.id],
      }),
      can: { create: canManage && isWritable(club) },
    };
  }),

  handle(surveys.listWaitingSurveys, async (call) => {
    const who = { viewer: call.me.userId, isStaff: await isClubStaff(call) };
    const rows = (await queries.selectWaiting(call.db, who, call.now, surveyLimits.waiting)).filter(
      (row) => row.is_seen,
    );
    const access = await accessTo(
      call,
      rows.map((row) => row.club_id),
      who.isStaff,
    );
    return {
      items: rows.map((row) => ({
        ...surveyItemView(row, {
          now: call.now,
          canManage: access.may(row.club_id, 'surveys.manage'),
        }),
        club: clubOf(row),
      })),
    };
  }),

  handle(surveys.readSurvey, async (call, { id }) => {
    const { row, reader } = await readSurveyRow(call, id);
    const draft = row.is_anonymous
      ? undefined
      : await selectDraft(call.db, row.form_id, call.me.userId);
    return surveyView(call, row, reader, draft);
  }),

  handle(surveys.getSurveySettings, async (call, { id }) => readSettings(call, id)),

  handle(surveys.createSurvey, async (call, { id, clientId, title }) => {
    const { db, me, schoolId, now } = call;
    const access = await accessTo(call, [idOf(id)]);
    const who = { viewer: me.userId, isStaff: access.isStaff };
    const club = orNotFound(await selectClubState(db, who, idOf(id)));
    if (!access.may(club.id, 'surveys.manage')) throw problem('forbidden');
    if (!isWritable(club)) throw problem('club_inactive');
    const max = surveyLimits.surveys;
    if ((await queries.countSurveys(db, club.id)) >= max)
      throw problem('too_many_surveys', { max });
    const sent = { club: club.id, title, by: me.userId, clientId, now };
    const row = await queries.insertSurvey(db, schoolId, sent);
    if (row !== undefined) {
      await insertForm(db, schoolId, ownerOf(row), { questions: [] });
      await keep(call, { id: row.id, title, club_id: club.id }, 'added');
    }
    const stored = row ?? orNotFound(await queries.selectSurveyByClient(db, me.userId, clientId));
    return readSettings(call, String(stored.id));
  }),

  handle(surveys.updateSurvey, async (call, { id, version, ...sent }) => {
    const row = await readChangeable(call, id);
    const form = await lockFormAt(call, ownerOf(row), version);
    const { audience = row.audience, tags = row.tags } = sent;
    if (form.state !== 'draft' && audience === 'tags' && tags.length === 0)
      throw problem('survey_no_tags');
    // A different audience would distinguish later respondents from earlier ones.
    if (form.state !== 'draft' && form.is_anonymous && isOtherAudience(row, { audience, tags }))
      throw problem('survey_audience_fixed');
    checkAnonymousLimit(
      sent.isAnonymous ?? form.is_anonymous,
      sent.answerLimit === undefined ? form.answer_limit : sent.answerLimit,
    );
    const service = await serviceOf(call, row, { version, ...sent });
    await saveForm(call, form, sent);
    await queries.updateSurveyRow(
      call.db,
      row.id,
      definedOnly({
        title: sent.title,
        description: sent.description,
        audience: sent.audience,
        tags: sent.tags,
        ...service,
      }),
    );
    // The survey was published for a later time, and is announced then.
    if (form.state === 'open' && sent.opensAt !== undefined)
      await announceOrWait(call, row, sent.opensAt === null ? null : new Date(sent.opensAt));
    if (isOtherAudience(row, { audience, tags })) await announceToMore(call, row);
    return readSettings(call, id);
  }),

  handle(surveys.publishSurvey, async (call, { id, version }) => {
    const row = await readChangeable(call, id);
    const form = await lockFormAt(call, ownerOf(row), version);
    if (form.state === 'open') throw problem('survey_published');
    if (row.audience === 'tags' && row.tags.length === 0) throw problem('survey_no_tags');
    if (row.service_type_id !== null && !asksHours(row.definition, row.service_question))
      throw problem('survey_service_question');
    checkAnonymousLimit(form.is_anonymous, form.answer_limit);
    if (form.is_anonymous && row.published_at === null) await fixAnonymousAudience(call, row);
    await openForm(call, form);
    if (row.published_at === null)
      await queries.updateSurveyRow(call.db, row.id, { published_at: call.now });
    await announceOrWait(call, row, form.opens_at);
    await keep(call, row, row.published_at === null ? 'published' : 'reopened');
    return readSettings(call, id);
  }),

  handle(surveys.remindOfSurvey, async (call, { id }) => {
    const row = await readChangeable(call, id);
    const code = closedCode(row, call.now);
    if (code !== null) throw problem(code);
    const opening = { survey: row.id, by: call.me.userId };
    // A survey that opened while its club was frozen is announced first.
    if (row.announced_at !== null || !(await announce(call, opening))) {
      const since = remindableSince(call.now);
      if (!(await queries.updateReminded(call.db, row.id, call.now, since)))
        throw problem('survey_reminded');
      await emit(call, 'survey_reminded', { ...opening, club: row.club_id });
    }
    await keep(call, row, 'reminded');
    return readSettings(call, id);
  }),

  handle(surveys.closeSurvey, async (call, { id }) => {
    const row = await readChangeable(call, id);
    const form = orNotFound(await lockForm(call.db, ownerOf(row)));
    if (form.state === 'open') {
      await closeForm(call, form);
      await keep(call, row, 'closed');
    }
    return readSettings(call, id);
  }),

  handle(surveys.deleteSurvey, async (call, { id }) => {
    const row = await readChangeable(call, id);
    await queries.deleteSurveyRow(call.db, row.id);
    await keep(call, row, 'deleted');
    return ok;
  }),

  handle(surveys.saveSurveyDraft, async (call, { id, answers }) => {
    const subject = `survey-draft:${call.schoolId}:${call.me.userId}`;
    await countInMemory(call, subject, surveyRates.draft);
    const row = await readAnswerable(call, id);
    await storeDraft(call, ownerOf(row), answers);
    return { savedAt: call.now.toISOString() };
  }),

  // This opens its own transactions, because officers are notified about refused responses too.
  handleWithoutTransaction(surveys.answerSurvey, async (call, input) => {
    const subject = `survey-answer:${call.schoolId}:${call.me.userId}`;
    await countInMemory(call, subject, surveyRates.answer);
    const { now, schoolId, me } = call;
    const own = <T>(act: (context: Call, sent: SentAnswers) => Promise<T>) =>
      transact(call, (context) => act({ ...context, now, schoolId, me }, input));
    try {
      return await own(answer);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      // Clients that didn't receive the response to their request send it again.
      if (await own(hasSent)) return ok;
      if (!isDenied(error.code)) throw error;
      const { code } = error;
      await transact(call, async (context) => {
        const { row } = await readSurveyRow({ ...context, now, schoolId, me }, input.id);
        const event = { survey: row.id, club: row.club_id, code };
        await emit({ ...context, actor: jobActor }, 'survey_answer_denied', event);
      });
      throw error;
    }
  }),

  handle(surveys.getSurveyResults, async (call, { id, question, option }) => {
    const { row } = await readManaged(call, id);
    const filter = question === undefined || option === undefined ? null : { question, option };
    const [results, audienceSize] = await Promise.all([
      readResults(call, row, filter),
      queries.countAudience(call.db, row.id),
    ]);
    return { ...results, audienceSize };
  }),

  handle(surveys.listSurveyAnswers, async (call, { id, ...page }) => {
    const { row } = await readManaged(call, id);
    return readAnswers(call, row, page);
  }),

  handle(surveys.exportSurvey, async (call, { id }) => {
    const { row } = await readManaged(call, id);
    await keep(call, row, 'exported');
    const csv = await exportAnswers(call, row, { person: 'Person', time: 'Answered at' });
    return { name: `${row.title}.csv`, csv };
  }),
];
