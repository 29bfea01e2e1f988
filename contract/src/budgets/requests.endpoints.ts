import { z } from 'zod';
import { submission } from '../approvals/endpoints.ts';
import { endpoint } from '../endpoint.ts';
import { cursorQuery, pageOf } from '../page.ts';
import { face } from '../people/endpoints.ts';
import { schemaNames } from '../schema-names.ts';
import { text } from '../text.ts';
import { uploadedFile } from '../uploads/endpoints.ts';
import { wholeNumberMax } from '../whole-number.ts';
import { budgetLimits as limits, requestKinds, requestStates } from './limits.ts';
import {
  amountInput,
  categoryInput,
  clientId,
  dayInput,
  dayText,
  filesInput,
  idText,
  instant,
  money,
  one,
  requestHead,
  version,
} from './shapes.ts';

const signedIn = { access: 'member', credential: 'bearer' } as const;
const requester = { ...signedIn, inClub: 'budgets.request' } as const;

export const requestItem = z.object({
  ...requestHead,
  step: z
    .object({ name: z.string(), place: z.int(), count: z.int() })
    .nullable()
    .describe('Step of the approval that it waits for, or null.'),
  waitingSince: instant.nullable(),
  score: z
    .number()
    .nullable()
    .describe('Average of the reviewers’ scores. Null if there are none, and for the club.'),
  reviewing: face
    .nullable()
    .describe(
      'Another reviewer who has the request open. Null for the club, or if no other reviewer has it open.',
    ),
});
schemaNames.add(requestItem, { id: 'BudgetRequestSummary' });
export type RequestItem = z.output<typeof requestItem>;

const requestLine = z.object({
  id: z.string(),
  title: z.string(),
  category: z.string(),
  quantity: z.int(),
  price: money.describe('Price per unit.'),
  clubPays: money.describe('Part that the club pays itself. `asked` is the rest.'),
  vendor: z.string(),
  files: z.array(uploadedFile),
  asked: money,
  granted: money.nullable().describe('Null until a reviewer sets it.'),
  spent: money,
});
schemaNames.add(requestLine, { id: 'BudgetRequestLine' });
export type RequestLine = z.output<typeof requestLine>;

const expense = z.object({
  id: z.string(),
  line: z.string(),
  entry: z.string(),
  date: dayText,
  amount: money,
  vendor: z.string(),
  files: z.array(uploadedFile),
  isReversed: z.boolean(),
  by: face.nullable().describe('Null if the account was deleted.'),
});

export const request = z.object({
  ...requestHead,
  purpose: z.string(),
  event: z.object({ id: z.string(), title: z.string() }).nullable(),
  decidedAt: instant.nullable(),
  closedAt: instant.nullable(),
  available: money
    .nullable()
    .describe('Available in the account. Null if the caller can’t see its amounts.'),
  lines: z.array(requestLine),
  expenses: z.array(expense).describe('Money spent on the lines, newest first.'),
  submission: submission
    .nullable()
    .describe('Its newest submission for the calls of approvals, or null.'),
  scores: z
    .object({
      own: z.int().nullable(),
      average: z.number().nullable(),
      count: z.int(),
    })
    .nullable()
    .describe('Scores of the reviewers. Null for the club.'),
  reviewing: face
    .nullable()
    .describe(
      'Another reviewer who has the request open. Null for the club, or if no other reviewer has it open.',
    ),
  can: z.object({
    edit: z.boolean(),
    submit: z.boolean(),
    delete: z.boolean(),
    grant: z.boolean().describe('True if the caller is its reviewer now.'),
    score: z.boolean(),
    spend: z.boolean(),
    close: z.boolean(),
  }),
});
schemaNames.add(request, { id: 'BudgetRequest' });
export type BudgetRequest = z.output<typeof request>;

const lineInput = z.strictObject({
  title: text().min(1).max(limits.title),
  category: categoryInput,
  quantity: z.number().min(-wholeNumberMax).max(wholeNumberMax),
  price: amountInput,
  clubPays: amountInput.optional().describe('Part that the club pays itself. Default: 0.'),
  vendor: text().max(limits.vendor).optional(),
  files: filesInput.optional(),
});
export type LineInput = z.output<typeof lineInput>;

const about = {
  kind: z.enum(requestKinds),
  account: idText.describe('ID of the account that pays: one of the club, or a fund.'),
  title: text().min(1).max(limits.requestTitle),
  purpose: text().max(limits.purpose).optional(),
  event: idText.nullable().optional().describe('ID of an event that the money is for.'),
  lines: z.array(lineInput).max(limits.lines),
};

const writeErrors = [
  'not_found',
  'forbidden',
  'club_inactive',
  'amount_invalid',
  'currency_differs',
  'account_archived',
  'account_group',
  'account_foreign',
] as const;

export const listBudgetRequests = endpoint({
  ...signedIn,
  name: 'budgets.requests',
  summary: 'List budget requests',
  description:
    'Newest first. With `club`, the club’s requests, for people with `budgets.request` or `money.read` there. Otherwise all submitted requests of the school, for people with `budgets.manage`.',
  method: 'GET',
  path: '/api/v1/budget-requests',
  query: cursorQuery.extend({
    club: idText.optional(),
    account: idText.optional(),
    kind: z.enum(requestKinds).optional(),
    state: z.enum(requestStates).optional(),
    order: z
      .enum(['newest', 'waiting'])
      .default('newest')
      .describe('`waiting`: longest wait since the submission first.'),
    search: text().max(100).optional().describe('Part of the title or of the club’s name.'),
  }),
  reply: pageOf(requestItem).extend({ can: z.object({ create: z.boolean() }) }),
  errors: ['not_found', 'forbidden', 'bad_cursor'],
});

export const createBudgetRequest = endpoint({
  ...requester,
  keepsReply: 'always',
  name: 'budgets.create',
  summary: 'Create a budget request',
  description: 'Creates a draft. Requires `budgets.request` in the club. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/budget-requests',
  body: z.strictObject({ clientId, club: idText, ...about }),
  reply: request,
  errors: [...writeErrors, 'too_many_requests_open'],
});

export const getBudgetRequest = endpoint({
  ...signedIn,
  name: 'budgets.get',
  summary: 'Get a budget request',
  description:
    'Visible in the club with `budgets.request` or `money.read`, to its reviewers, and with `budgets.manage`.',
  method: 'GET',
  path: '/api/v1/budget-requests/{id}',
  params: one,
  reply: request,
  errors: ['not_found'],
});

export const updateBudgetRequest = endpoint({
  ...requester,
  name: 'budgets.update',
  summary: 'Update a budget request',
  description:
    'Send only the fields to change, and the `version` that you read. `lines` replaces all lines. Possible until it is submitted, and after changes were requested.',
  method: 'PATCH',
  path: '/api/v1/budget-requests/{id}',
  params: one,
  body: z.strictObject({
    version,
    kind: about.kind.optional(),
    account: about.account.optional(),
    title: about.title.optional(),
    purpose: about.purpose,
    event: about.event,
    lines: about.lines.optional(),
  }),
  reply: request,
  errors: [...writeErrors, 'budget_request_changed', 'budget_request_state'],
});

export const deleteBudgetRequest = endpoint({
  ...requester,
  name: 'budgets.delete',
  summary: 'Delete a draft request',
  method: 'DELETE',
  path: '/api/v1/budget-requests/{id}',
  params: one,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found', 'forbidden', 'budget_request_state'],
});

export const submitBudgetRequest = endpoint({
  ...requester,
  name: 'budgets.submit',
  summary: 'Submit a budget request',
  description:
    'Starts the school’s approval steps, or returns to the step that requested changes. Decisions are made with the calls of approvals.',
  method: 'POST',
  path: '/api/v1/budget-requests/{id}/submission',
  params: one,
  body: z.strictObject({ version: version.optional().describe('If sent, the version you read.') }),
  reply: request,
  errors: [
    'not_found',
    'forbidden',
    'club_inactive',
    'account_archived',
    'budget_request_changed',
    'budget_request_state',
    'budget_request_empty',
    'submission_open',
    'submission_changed',
  ],
});

export const setGrants = endpoint({
  ...signedIn,
  name: 'budgets.grant',
  summary: 'Set granted amounts',
  description:
    'For the reviewer of the current step. Other lines keep their granted amount. Approving grants the asked amount on lines without a granted one.',
  method: 'PUT',
  path: '/api/v1/budget-requests/{id}/grants',
  params: one,
  body: z.strictObject({
    version,
    lines: z.array(z.strictObject({ id: idText, granted: amountInput })).max(limits.lines),
  }),
  reply: request,
  errors: [
    'not_found',
    'forbidden',
    'amount_invalid',
    'currency_differs',
    'grant_too_large',
    'budget_request_changed',
    'budget_request_state',
  ],
});

export const scoreBudgetRequest = endpoint({
  ...signedIn,
  name: 'budgets.score',
  summary: 'Score a budget request',
  description: 'For its reviewers and people with `budgets.manage`. The club doesn’t see scores.',
  method: 'PUT',
  path: '/api/v1/budget-requests/{id}/score',
  params: one,
  body: z.strictObject({
    score: z.number().int().min(1).max(limits.score).nullable().describe('Null to remove it.'),
  }),
  reply: request,
  errors: ['not_found', 'forbidden'],
});

export const startBudgetReview = endpoint({
  ...signedIn,
  name: 'budgets.review',
  summary: 'Show that you review a request',
  description: `For the reviewer of the current step. Other reviewers see it for ${limits.reviewMinutes} minutes. Does nothing while another reviewer has it open. Call it again to stay.`,
  method: 'PUT',
  path: '/api/v1/budget-requests/{id}/review',
  params: one,
  reply: request,
  errors: ['not_found', 'forbidden'],
});

export const createBudgetExpense = endpoint({
  ...requester,
  keepsReply: 'always',
  name: 'budgets.create-expense',
  summary: 'Record an expense',
  description:
    'Turns promised money of an approved request into spent money, as a ledger entry. Requires `budgets.request` in the club or `budgets.manage`. Idempotent by `clientId`.',
  method: 'POST',
  path: '/api/v1/budget-requests/{id}/expenses',
  params: one,
  body: z.strictObject({
    clientId,
    line: idText,
    amount: amountInput,
    date: dayInput,
    vendor: text().max(limits.vendor).optional(),
    files: filesInput.optional(),
  }),
  reply: request,
  errors: [
    'not_found',
    'forbidden',
    'club_inactive',
    'amount_invalid',
    'currency_differs',
    'expense_too_large',
    'budget_request_state',
  ],
});

export const closeBudgetRequest = endpoint({
  ...requester,
  name: 'budgets.close',
  summary: 'Close a budget request',
  description:
    'Releases promised money that wasn’t spent. Requires `budgets.request` in the club or `budgets.manage`.',
  method: 'POST',
  path: '/api/v1/budget-requests/{id}/closure',
  params: one,
  body: z.strictObject({ version: version.optional().describe('If sent, the version you read.') }),
  reply: request,
  errors: ['not_found', 'forbidden', 'budget_request_changed', 'budget_request_state'],
});
