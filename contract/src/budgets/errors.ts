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
} as const;
