/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  finance_line_final: {
    status: 409,
    message: 'This transaction was already reversed, or is a reversal. Reload the account.',
  },
  finance_plan_exists: {
    status: 409,
    message: 'This account already has an installment plan. Cancel it first.',
  },
  finance_plan_amount: {
    status: 422,
    message: 'The plan is larger than the balance of {owed}. Enter a smaller amount.',
  },
  no_finance_plan: {
    status: 409,
    message: 'This installment plan was canceled. Reload the account.',
  },
  finance_currency: {
    status: 422,
    message: 'This account is in {currency}. Use another account for a second currency.',
  },
  finance_settings_changed: {
    status: 409,
    message: 'Someone else just changed these settings. Reload the page, then edit them again.',
  },
  hold_lifted: { status: 409, message: 'This hold was already removed.' },
  no_payment_page: {
    status: 409,
    message: 'Your school hasn’t set up a payment page. Ask the finance office how to pay.',
  },
  too_many_proxies: {
    status: 409,
    message: 'You can share with up to {max} people. Remove someone first.',
  },
  proxy_link_invalid: {
    status: 404,
    message: 'This link no longer works. Ask the student for a new one.',
  },
  proxy_code_wrong: {
    status: 403,
    message:
      'This code is incorrect or has expired. Check the newest email, or request a new code.',
  },
  proxy_signed_out: {
    status: 403,
    message: 'Your session has ended. Request a new code to continue.',
  },
  not_shared_with_you: {
    status: 403,
    message: 'The student hasn’t shared this with you. Ask them for access.',
  },
} as const;
