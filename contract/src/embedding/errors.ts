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
    message: 'Pages of {origin} can’t embed this site. Ask an admin to allow the origin.',
  },
  embed_code_invalid: {
    status: 410,
    message:
      'This sign-in code was already used, has expired, or belongs to another page. Reload the page.',
  },
  embed_admin_refused: {
    status: 403,
    message: 'Admins and advisors can’t sign in through another site. Sign in here directly.',
  },
} as const;
