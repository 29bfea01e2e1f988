/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  sold_out: { status: 409, message: 'This is sold out: {title}. Choose something else.' },
  per_person_limit: {
    status: 409,
    message: 'Each person can buy up to {max} of {title}. Reduce the quantity.',
  },
  discount_invalid: {
    status: 422,
    message: 'This discount code doesn’t apply to this order. Check the code.',
  },
  donations_off: {
    status: 409,
    message: 'This club doesn’t accept donations. Choose another club.',
  },
  donation_amount: {
    status: 422,
    message: 'This amount is below the minimum or above the maximum. Enter another amount.',
  },
  donation_settings_changed: {
    status: 409,
    message: 'Someone else just changed these settings. Reload the page, then edit them again.',
  },
  order_expired: {
    status: 409,
    message: 'The time to pay is over, and the items were released. Place a new order.',
  },
  order_not_pending: {
    status: 409,
    message: 'This order doesn’t wait for a payment. Reload the page.',
  },
  order_paid: { status: 409, message: 'This order is already paid. Reload the page.' },
  order_not_paid: { status: 409, message: 'This order isn’t paid yet. Pay it first.' },
  too_many_orders: {
    status: 409,
    message: 'You have {max} unpaid orders. Pay or cancel one first.',
  },
  order_open: {
    status: 409,
    message: 'You have an unpaid order of these items. Pay or cancel it first.',
  },
  refund_too_large: {
    status: 422,
    message: 'This is more than can still be refunded. Enter a smaller amount.',
  },
  not_refundable: {
    status: 409,
    message: 'There’s nothing to refund for this order. Reload the page.',
  },
  refund_request_answered: {
    status: 409,
    message: 'This refund request was already answered. Reload the page.',
  },
  refund_request_open: {
    status: 409,
    message: 'You already asked for a refund of this order. Wait for the answer.',
  },
  provider_off: {
    status: 409,
    message: 'This way to pay is turned off. Choose another one.',
  },
  payment_unavailable: {
    status: 503,
    message: 'The payment provider can’t be reached now. Try again in a minute.',
  },
  payment_settings_changed: {
    status: 409,
    message: 'Someone else just changed these settings. Reload the page, then edit them again.',
  },
  payment_key_invalid: {
    status: 422,
    message: 'This isn’t a secret key of Stripe. Copy the key again.',
  },
  signature_invalid: { status: 400, message: 'The signature of this event isn’t valid.' },
  discount_exists: {
    status: 409,
    message: 'The club already has this discount code. Choose another one.',
  },
  too_many_discounts: {
    status: 409,
    message: 'A club can have up to {max} discount codes. Turn off and reuse one instead.',
  },
  discount_changed: {
    status: 409,
    message: 'Someone else just changed this discount. Reload the page.',
  },
} as const;
