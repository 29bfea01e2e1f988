/** Permissions of this feature (contract/src/permissions.ts). People hold them in a club. */
export const permissions = {
  'emails.send': { scope: 'club', adminsOnly: false, group: 'campus', order: 48 },
} as const;
