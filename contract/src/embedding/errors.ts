/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  not_an_origin: {
    status: 422,
    message:
      'That isn’t an origin. Send https:// and a host name only. On localhost, http:// works too.',
  },
  too_many_origins: {
    status: 409,
    message: 'A school can allow up to {max} origins. Remove one first.',
  },
  origin_not_listed: {
    status: 403,
    message: 'Pages of {origin} can’t embed this site. An admin can allow the origin.',
  },
  embed_code_invalid: {
    status: 410,
    message: 'This code was already used, has expired, or belongs to another page.',
  },
  embed_admin_refused: {
    status: 403,
    message: 'Admins and advisors have to sign in themselves. A code can’t sign them in.',
  },
} as const;
