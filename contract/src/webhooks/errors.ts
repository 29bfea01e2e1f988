/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  webhook_address: {
    status: 422,
    message: 'Webhooks need a public https URL. Enter a different one.',
  },
  too_many_webhooks: {
    status: 409,
    message: 'A school can have up to {max} webhooks. Delete one first.',
  },
  delivery_waits: { status: 409, message: 'This delivery is already queued.' },
} as const;
