import * as donations from '#contract/payments/donations.endpoints.ts';
import type { Donations } from '#contract/payments/donations.endpoints.ts';
import { handle, type Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { record } from '../../../kernel/security/audit.ts';
import { idOf, orNotFound } from '../../../kernel/sql.ts';
import { isClubStaff } from '../../clubs/club-access.ts';
import { selectClubState } from '../../clubs/clubs.queries.ts';
import { isWritable } from '../../clubs/clubs.rules.ts';
import { selectSchoolCurrency } from '../../finances/finances.queries.ts';
import { isOrderOfficer, managedStore } from '../orders/order-access.ts';
import { checkAmount, checkCurrency } from '../payments.rules.ts';
import * as queries from './donations.queries.ts';

/** The smallest donation of a club that hasn't chosen one, in minor units. */
const defaultMin = 100;

const readDonations = async (call: Call, id: string): Promise<Donations> => {
  const isOfficer = await isOrderOfficer(call, idOf(id));
  const who = { viewer: call.me.userId, isStaff: isOfficer || (await isClubStaff(call)) };
  const club = orNotFound(await selectClubState(call.db, who, idOf(id)));
  const row = await queries.selectDonations(call.db, club.id);
  const currency = row?.currency ?? (await selectSchoolCurrency(call.db));
  const money = (amount: number) => ({ amount, currency });
  const isOn = row?.is_on ?? false;
  const canManage = isOfficer && isWritable(club);
  const accounts = canManage
    ? await queries.selectDonationAccounts(call.db, club.id, currency)
    : [];
  return {
    isOn,
    purpose: row?.purpose ?? '',
    suggested: (row?.suggested ?? []).map(money),
    min: money(row?.min_amount ?? defaultMin),
    max: row?.max_amount == null ? null : money(row.max_amount),
    account: canManage && row?.account_id != null ? String(row.account_id) : null,
    accounts: accounts
      .filter(({ is_main: isMain }) => !isMain)
      .map(({ id: account, name }) => ({ id: String(account), name })),
    version: row?.version ?? 0,
    can: {
      donate: isOn && isWritable(club) && club.status !== 'pending',
      manage: canManage,
    },
  };
};

export const donationsHandlers = [
  handle(donations.getDonations, (call, { id }) => readDonations(call, id)),

  handle(donations.updateDonations, async (call, { id, version, ...sent }) => {
    const club = await managedStore(call, id);
    if (!isWritable(club)) throw problem('club_inactive');
    const { currency } = sent.min;
    const min = checkAmount(sent.min, 1);
    const max = sent.max === null ? null : checkAmount(sent.max, 1);
    for (const one of [...sent.suggested, ...(sent.max === null ? [] : [sent.max])])
      checkCurrency(one, currency);
    const suggested = [...new Set(sent.suggested.map((one) => checkAmount(one, 1)))];
    if (
      (max !== null && max < min) ||
      suggested.some((amount) => amount < min || (max !== null && amount > max))
    )
      throw problem('donation_amount');
    const account = sent.account === null ? null : idOf(sent.account);
    if (account !== null) {
      const accounts = await queries.selectDonationAccounts(call.db, club.id, currency);
      if (!accounts.some((one) => one.id === account)) throw problem('not_found');
    }
    const stored = await queries.storeDonations(
      call.db,
      call.schoolId,
      club.id,
      {
        is_on: sent.isOn,
        purpose: sent.purpose.trim(),
        currency,
        suggested: suggested.toSorted((a, b) => a - b),
        min_amount: min,
        max_amount: max,
        account_id: account,
        version,
      },
      call.now,
    );
    if (!stored) throw problem('donation_settings_changed');
    await record(call, 'donations_changed', { club: String(club.id), isOn: sent.isOn });
    return readDonations(call, id);
  }),
];
