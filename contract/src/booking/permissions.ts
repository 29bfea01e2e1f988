/** Permissions of this feature (contract/src/permissions.ts). */
export const permissions = {
  'booking.offer': { scope: 'school', adminsOnly: false, group: 'campus', order: 60 },
  'booking.manage': { scope: 'school', adminsOnly: false, group: 'campus', order: 61 },
} as const;
