/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  amount_invalid: {
    status: 422,
    message: 'The amount isn’t valid. Enter a whole number of minor units, such as cents.',
  },
  currency_differs: {
    status: 422,
    message: 'The amount is in another currency than the account. Use the account’s currency.',
  },
  entry_unbalanced: {
    status: 422,
    message: 'The amounts of a transaction must add up to zero. Correct them.',
  },
  entry_reversed: { status: 409, message: 'This transaction was already reversed.' },
  account_archived: { status: 409, message: 'This account is archived. Choose another one.' },
  account_group: {
    status: 422,
    message: 'This account only groups other accounts. Choose one of them.',
  },
  account_short: {
    status: 409,
    message: 'The account doesn’t have that much available. Enter a smaller amount.',
  },
  account_code_taken: {
    status: 409,
    message: 'Another account has this code. Choose another one.',
  },
  account_parent: {
    status: 422,
    message: 'An account can’t be below this one. Choose another parent account.',
  },
  account_in_use: {
    status: 409,
    message: 'This account still has money or open requests. Transfer or close them first.',
  },
  account_changed: {
    status: 409,
    message: 'Someone else changed this account. Reload it and try again.',
  },
  account_foreign: {
    status: 422,
    message: 'The club can’t request money from this account. Choose another one.',
  },
  too_many_accounts: { status: 409, message: 'There can be up to {max} accounts.' },
  budget_period_changed: {
    status: 409,
    message: 'Someone else changed this period. Reload it and try again.',
  },
  budget_period_dates: {
    status: 422,
    message: 'A period must end after it starts, and can’t overlap another one.',
  },
  minutes_dates: { status: 422, message: 'The last day is before the first one. Correct them.' },
  minutes_too_long: {
    status: 422,
    message: 'There are more than {max} decisions on these days. Choose fewer days.',
  },
  budget_period_closed: { status: 409, message: 'This period is already closed.' },
  too_many_periods: { status: 409, message: 'There can be up to {max} periods.' },
  budget_request_changed: {
    status: 409,
    message: 'Someone else changed this request. Reload it and try again.',
  },
  budget_request_state: {
    status: 409,
    message: 'That isn’t possible in the request’s current state. Reload it.',
  },
  budget_request_empty: { status: 422, message: 'The request has no lines. Add one.' },
  too_many_requests_open: {
    status: 409,
    message: 'A club can have up to {max} drafts. Submit or delete one first.',
  },
  grant_too_large: {
    status: 422,
    message: 'A line can’t get more than was requested. Enter a smaller amount.',
  },
  expense_too_large: {
    status: 422,
    message: 'The expense is larger than what is left of this line. Enter a smaller amount.',
  },
} as const;
