/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  too_many_subscriptions: {
    status: 409,
    message: 'You can have up to {max} subscribed calendars. Remove one first.',
  },
  calendar_address: {
    status: 422,
    message: 'Enter a link that starts with https:// or webcal://.',
  },
  calendar_address_private: {
    status: 422,
    message:
      'This address is on a private network, so the server can’t reach it. Enter a public address.',
  },
  calendar_unreachable: {
    status: 422,
    message: 'We couldn’t reach the calendar’s server. Check the address and try again later.',
  },
  calendar_refused: {
    status: 422,
    message: 'The calendar’s server returned an error ({answer}). Check the address.',
  },
} as const;
