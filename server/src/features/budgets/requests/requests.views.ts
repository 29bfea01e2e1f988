import type { BudgetRequest, RequestItem } from '#contract/budgets/requests.endpoints.ts';
import type { Submission } from '#contract/approvals/endpoints.ts';
import { editableStates } from '#contract/budgets/limits.ts';
import { faceView } from '../../people/people.views.ts';
import { uploadView, type WholeUploadRow } from '../../uploads/uploads.views.ts';
import type { Signer } from '../../uploads/upload-address.ts';
import type { BudgetAccess } from '../budgets-access.ts';
import type { RequestItemRow, RequestRow } from './requests.queries.ts';

/** The caller's relationship to a request. */
export interface RequestReader {
  readonly me: number;
  readonly access: BudgetAccess;
  readonly isReviewer: boolean;
  readonly isClubWritable: boolean;
  readonly submission: Submission | null;
  readonly scores: { own: number | null; average: number | null; count: number } | null;
}

const headView = (row: RequestItemRow | RequestRow) => {
  const { currency } = row;
  return {
    id: String(row.id),
    kind: row.kind,
    title: row.title,
    club:
      row.club_id === null || row.club_name === null
        ? null
        : { id: String(row.club_id), name: row.club_name },
    account: {
      id: String(row.account_id),
      code: row.account_code,
      name: row.account_name,
      currency,
    },
    state: row.state,
    asked: { amount: row.asked, currency },
    granted: { amount: row.granted, currency },
    spent: { amount: row.spent, currency },
    requester: row.requester && faceView(row.requester),
    createdAt: row.created_at.toISOString(),
    submittedAt: row.submitted_at?.toISOString() ?? null,
    version: row.version,
  };
};

/** Returns a request for a list. Only staff see scores and who is reviewing. */
export const requestItemView = (
  row: RequestItemRow,
  { isStaff, me }: { isStaff: boolean; me: number },
): RequestItem => ({
  ...headView(row),
  step: row.step,
  waitingSince: row.waiting_since?.toISOString() ?? null,
  score: isStaff ? row.score : null,
  reviewing:
    isStaff && row.reviewer !== null && row.reviewer.id !== me ? faceView(row.reviewer) : null,
});

/** Returns a request for a person who can see it. */
export const requestView = (
  signer: Signer,
  row: RequestRow,
  { me, access, isReviewer, isClubWritable, submission, scores }: RequestReader,
): BudgetRequest => {
  const { currency } = row;
  const money = (amount: number) => ({ amount, currency });
  const files = (list: readonly WholeUploadRow[]) =>
    list.map((file) => uploadView(signer, { kind: 'budget_request', holder: row.id }, file));
  const requests = isClubWritable && access.requests(row.club_id);
  const isEditable = editableStates.includes(row.state);
  const isTurn = row.state === 'submitted' && submission?.can.decide === true;
  const reviews = isReviewer || access.isManager;
  return {
    ...headView(row),
    purpose: row.purpose,
    event: row.event,
    decidedAt: row.decided_at?.toISOString() ?? null,
    closedAt: row.closed_at?.toISOString() ?? null,
    available:
      reviews || (row.account_club_id !== null && access.reads(row.account_club_id))
        ? money(row.available)
        : null,
    lines: row.lines.map((line) => ({
      id: String(line.id),
      title: line.title,
      category: line.category,
      quantity: line.quantity,
      price: money(line.price),
      clubPays: money(line.club_pays),
      vendor: line.vendor,
      files: files(line.files),
      asked: money(line.asked),
      granted: line.granted === null ? null : money(line.granted),
      spent: money(line.spent),
    })),
    expenses: row.expenses.map((one) => ({
      id: String(one.id),
      line: String(one.line_id),
      entry: String(one.entry_id),
      date: one.on_date,
      amount: money(one.amount),
      vendor: one.vendor,
      files: files(one.files),
      isReversed: one.is_reversed,
      by: one.author && faceView(one.author),
    })),
    submission,
    scores: reviews ? scores : null,
    reviewing:
      reviews && row.reviewer !== null && row.reviewer.id !== me ? faceView(row.reviewer) : null,
    can: {
      edit: requests && isEditable,
      submit: requests && isEditable,
      delete: requests && row.state === 'draft',
      grant: isTurn,
      score: reviews && row.state !== 'draft',
      spend: requests && row.state === 'approved',
      close: access.requests(row.club_id) && row.state === 'approved',
    },
  };
};
