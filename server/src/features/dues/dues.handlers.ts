import * as dues from '#contract/dues/endpoints.ts';
import type { Acts } from '#contract/audit-kinds.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import { duesLimits as limits } from '#contract/dues/limits.ts';
import { decimalText } from '#contract/finances/money.ts';
import { handle, type Call } from '../../kernel/handle.ts';
import { problem } from '../../kernel/http/problem.ts';
import { emit } from '../../kernel/jobs/outbox.ts';
import { pageOfRows, readCursor } from '../../kernel/page.ts';
import { record } from '../../kernel/security/audit.ts';
import { definedOnly, idOf, lockTable, orNotFound } from '../../kernel/sql.ts';
import { accessTo } from '../clubs/club-access.ts';
import { selectClubState } from '../clubs/clubs.queries.ts';
import { isWritable } from '../clubs/clubs.rules.ts';
import { selectSchoolCurrency } from '../finances/finances.queries.ts';
import { csvText } from '../forms/results/csv-text.ts';
import { checkAmount, checkCurrency } from '../payments/payments.rules.ts';
import { faceView } from '../people/people.views.ts';
import * as queries from './dues.queries.ts';
import type { MemberDuesRow, PlanRow } from './dues.queries.ts';
import { memberDuesView, owedView, planView } from './dues.views.ts';

/** Returns a club that the caller can see, and whether they manage its dues. Throws 404 otherwise. */
const readClub = async (call: Call, club: number) => {
  const access = await accessTo(call, [club]);
  const isOfficer = access.may(club, 'dues.manage');
  const who = { viewer: call.me.userId, isStaff: isOfficer || access.isStaff };
  return { club: orNotFound(await selectClubState(call.db, who, club)), isOfficer };
};

/** Returns a club whose dues the caller manages. */
const managedClub = async (call: Call, id: string) => {
  const { club, isOfficer } = await readClub(call, idOf(id));
  if (!isOfficer) throw problem('forbidden');
  return club;
};

/** Returns a club whose dues the caller can change. Throws if the club is read-only. */
const changeableClub = async (call: Call, id: string) => {
  const club = await managedClub(call, id);
  if (!isWritable(club)) throw problem('club_inactive');
  return club;
};

/** Returns the currency of a club's plans: that of the plans it has, or the school's. */
const currencyOf = async ({ db }: Call, plans: readonly PlanRow[]): Promise<string> =>
  plans[0]?.currency ?? (await selectSchoolCurrency(db));

const recordPlan = (
  call: Call,
  { id, name, club_id: club }: PlanRow,
  act: Acts['dues_plan_changed'],
): Promise<void> =>
  record(call, 'dues_plan_changed', { plan: String(id), name, club: String(club), act });

type Sent = Omit<HandlerInput<typeof dues.updateDuesPlan>, 'id' | 'version'>;

const planAct = ({ isArchived }: Sent): Acts['dues_plan_changed'] => {
  if (isArchived === undefined) return 'updated';
  return isArchived ? 'archived' : 'restored';
};

const checkCount = (plans: readonly PlanRow[]): void => {
  const max = limits.plans;
  if (plans.filter((one) => one.archived_at === null).length >= max)
    throw problem('too_many_dues_plans', { max });
};

const readMember = async (call: Call, club: number, person: number): Promise<MemberDuesRow> => {
  const page = { person, after: null, size: 1 };
  const [row] = await queries.selectMemberDues(call.db, { club, now: call.now }, page);
  return orNotFound(row);
};

/** Returns the payment of a member for a row of the export. */
const paymentCells = (row: MemberDuesRow): (string | number)[] =>
  row.paid_at === null || row.paid_amount === null || row.paid_currency === null
    ? ['', '', '', '']
    : [
        Number(decimalText({ amount: row.paid_amount, currency: row.paid_currency })),
        row.paid_currency,
        row.paid_at.toISOString(),
        row.method ?? row.provider ?? '',
      ];

export const duesHandlers = [
  handle(dues.getDues, async (call, { id }) => {
    const { club, isOfficer } = await readClub(call, idOf(id));
    const who = { club: club.id, person: call.me.userId };
    const plans = await queries.selectPlans(call.db, club.id, { withArchived: isOfficer });
    const own = await queries.selectOwnDues(call.db, { ...who, now: call.now });
    const order = await queries.selectOpenOrder(call.db, who);
    const isSelling = isWritable(club) && club.status !== 'pending';
    const can = { pay: own !== undefined && isSelling, edit: isOfficer && isWritable(club) };
    return {
      plans: plans.map((row) => planView(row, can)),
      own: {
        state: own?.state ?? 'none',
        until: own?.ends?.toISOString() ?? null,
        plan: own?.plan == null ? null : String(own.plan),
        owed: own === undefined ? null : owedView(own),
        order: order === undefined ? null : String(order.id),
      },
      currency: await currencyOf(call, plans),
      can: { manage: isOfficer },
    };
  }),

  handle(dues.createDuesPlan, async (call, { id, clientId, ...sent }) => {
    const club = await changeableClub(call, id);
    const can = { pay: club.status !== 'pending', edit: true };
    const before = await queries.selectPlanByClient(call.db, call.me.userId, clientId);
    if (before !== undefined) return planView(before, can);
    await lockTable(call.db, 'dues_plans');
    const plans = await queries.selectPlans(call.db, club.id, { withArchived: true });
    if (plans.length > 0) checkCurrency(sent.amount, await currencyOf(call, plans));
    const amount = checkAmount(sent.amount, 1);
    checkCount(plans);
    await queries.insertPlan(call.db, call.schoolId, {
      club: club.id,
      by: call.me.userId,
      clientId,
      now: call.now,
      columns: {
        name: sent.name,
        amount,
        currency: sent.amount.currency,
        months: sent.months,
        grace_days: sent.graceDays ?? limits.graceDaysDefault,
      },
    });
    const row = orNotFound(await queries.selectPlanByClient(call.db, call.me.userId, clientId));
    await recordPlan(call, row, 'added');
    return planView(row, can);
  }),

  handle(dues.updateDuesPlan, async (call, { id, version, ...sent }) => {
    const before = orNotFound(await queries.selectPlan(call.db, idOf(id)));
    const club = await changeableClub(call, String(before.club_id));
    if (sent.amount !== undefined) checkCurrency(sent.amount, before.currency);
    if (sent.isArchived === false && before.archived_at !== null) {
      await lockTable(call.db, 'dues_plans');
      checkCount(await queries.selectPlans(call.db, club.id, { withArchived: false }));
    }
    const columns = {
      ...definedOnly({
        name: sent.name,
        amount: sent.amount === undefined ? undefined : checkAmount(sent.amount, 1),
        months: sent.months,
        grace_days: sent.graceDays,
      }),
      ...(sent.isArchived !== undefined && { archived_at: sent.isArchived ? call.now : null }),
    };
    if (!(await queries.updatePlan(call.db, { id: before.id, version }, columns)))
      throw problem('dues_plan_changed');
    await recordPlan(call, before, planAct(sent));
    const row = orNotFound(await queries.selectPlan(call.db, before.id));
    return planView(row, { pay: club.status !== 'pending', edit: true });
  }),

  handle(dues.listMemberDues, async (call, { id, state, plan, search, cursor, size }) => {
    const club = await managedClub(call, id);
    const at = { club: club.id, now: call.now };
    const after = readCursor<readonly [string, number]>(cursor, ['text', 'number']);
    const rows = await queries.selectMemberDues(call.db, at, {
      state,
      plan: plan === undefined ? undefined : idOf(plan),
      search,
      after,
      size: size + 1,
    });
    const plans = await queries.selectPlans(call.db, club.id, { withArchived: true });
    const currency = await currencyOf(call, plans);
    const figures = orNotFound(await queries.selectFigures(call.db, { ...at, currency }));
    return {
      ...pageOfRows(rows, size, {
        view: memberDuesView,
        keyOf: (row) => [row.sort_name, row.id],
      }),
      figures: {
        paid: figures.paid,
        collected: { amount: figures.collected, currency },
        owing: figures.owing,
        owed: { amount: figures.owed, currency },
        lapsed: figures.lapsed,
        waived: figures.waived,
        waivedBy: figures.waived_by,
        remindable: figures.remindable,
      },
      can: { change: isWritable(club) },
    };
  }),

  handle(dues.changeMemberDues, async (call, { id, uid, state, reason = '' }) => {
    const club = await changeableClub(call, id);
    const before = await readMember(call, club.id, idOf(uid));
    const member = { club: club.id, person: before.id };
    let isChanged = true;
    if (state === 'waived') {
      if (reason.trim() === '')
        throw problem('invalid_input', {}, [{ path: 'reason', message: 'Enter a reason.' }]);
      isChanged = before.waiver_reason !== reason.trim();
      if (isChanged)
        await queries.upsertWaiver(call.db, call.schoolId, {
          ...member,
          by: call.me.userId,
          reason: reason.trim(),
          now: call.now,
        });
    } else isChanged = await queries.updateWaiverEnded(call.db, { ...member, now: call.now });
    if (isChanged)
      await record(call, 'dues_changed', {
        club: String(club.id),
        person: String(before.id),
        reason: reason.trim(),
        act: state,
      });
    return memberDuesView(await readMember(call, club.id, before.id));
  }),

  handle(dues.previewDuesReminder, async (call, { id }) => {
    const club = await managedClub(call, id);
    const rows = await queries.selectRemindable(call.db, {
      club: club.id,
      now: call.now,
      limit: limits.preview,
    });
    return { count: rows[0]?.total ?? 0, people: rows.map(faceView) };
  }),

  handle(dues.remindOfDues, async (call, { id, people }) => {
    const club = await changeableClub(call, id);
    const count = await queries.updateReminded(call.db, call.schoolId, {
      club: club.id,
      now: call.now,
      people: people?.map(idOf) ?? null,
    });
    if (count > 0) {
      await emit(call, 'dues_reminded', { club: club.id, at: call.now.toISOString() });
      await record(call, 'dues_changed', {
        club: String(club.id),
        person: '',
        reason: '',
        act: 'reminded',
      });
    }
    return { count };
  }),

  handle(dues.exportDues, async (call, { id }) => {
    const club = await managedClub(call, id);
    const rows = await queries.selectMemberDues(
      call.db,
      { club: club.id, now: call.now },
      { after: null, size: limits.exported },
    );
    await record(call, 'dues_changed', {
      club: String(club.id),
      person: '',
      reason: '',
      act: 'exported',
    });
    return {
      name: `${club.name}.csv`,
      csv: csvText([
        [
          'First name',
          'Last name',
          'State',
          'Until',
          'Plan',
          'Paid',
          'Currency',
          'Paid at',
          'Method',
          'Waiver',
        ],
        ...rows.map((row) => [
          row.first_name,
          row.last_name,
          row.state,
          row.ends?.toISOString() ?? '',
          row.plan?.name ?? '',
          ...paymentCells(row),
          row.waiver_reason ?? '',
        ]),
      ]),
    };
  }),
];
