import type { BudgetRequest } from '#contract/budgets/requests.endpoints.ts';
import type { Call } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { idOf, orNotFound } from '../../../kernel/sql.ts';
import { submissionOf } from '../../approvals/submissions.ts';
import { isWritable } from '../../clubs/clubs.rules.ts';
import { budgetAccess, readClub } from '../budgets-access.ts';
import { requestKind } from './request-kind.ts';
import * as queries from './requests.queries.ts';
import { requestView } from './requests.views.ts';

/**
 * Returns a request that the caller can see, and their rights: with `budgets.request` or `money.read` in the club, as a reviewer, or with
 * `budgets.manage`. Throws a 404 otherwise.
 */
export const readRequestRow = async (call: Call, id: number) => {
  const row = orNotFound(await queries.selectRequest(call.db, id, call.now));
  const access = await budgetAccess(call, [row.club_id]);
  const isReviewer =
    row.state !== 'draft' && (await queries.isReviewer(call.db, row.id, call.me.userId));
  if (!isReviewer && !access.reads(row.club_id) && !access.requests(row.club_id))
    throw problem('not_found');
  return { row, access, isReviewer };
};

/**
 * Locks a request before its promised money is released. Inactive clubs can still close their requests, and managers can close those of
 * deleted clubs: otherwise the money would stay promised.
 */
export const readForClosing = async (call: Call, id: string) => {
  const { access } = await readRequestRow(call, idOf(id));
  await queries.lockRequest(call.db, idOf(id));
  const row = orNotFound(await queries.selectRequest(call.db, idOf(id), call.now));
  if (!access.requests(row.club_id)) throw problem('forbidden');
  return { row, access };
};

/** Returns a request as the caller sees it. */
export const readRequest = async (call: Call, id: number): Promise<BudgetRequest> => {
  const { row, access, isReviewer } = await readRequestRow(call, id);
  const club = row.club_id === null ? null : await queries.selectClubWritable(call.db, row.club_id);
  return requestView(call, row, {
    me: call.me.userId,
    access,
    isReviewer,
    isClubWritable: club !== null && isWritable(club),
    submission: await submissionOf(call, requestKind, row.id),
    scores: await queries.selectScores(call.db, row.id, call.me.userId),
  });
};

/**
 * Locks a request for an officer of its club or a manager, and returns it as it is now. Throws a 404 for people who can't see it, and
 * `forbidden` for those who can only read it.
 */
export const readForChange = async (call: Call, id: string) => {
  const { access } = await readRequestRow(call, idOf(id));
  await queries.lockRequest(call.db, idOf(id));
  const row = orNotFound(await queries.selectRequest(call.db, idOf(id), call.now));
  if (row.club_id === null || !access.requests(row.club_id)) throw problem('forbidden');
  if (!isWritable(await readClub(call, access, row.club_id))) throw problem('club_inactive');
  return { row, access };
};
