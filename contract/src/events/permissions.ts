/** Permissions of this feature (contract/src/permissions.ts): for the events of one club, and for all events of the school, its hubs and its clubs. */
export const permissions = {
  'events.manage': { scope: 'club', adminsOnly: false, group: 'campus', order: 49 },
  'events.manage_all': { scope: 'school', adminsOnly: false, group: 'campus', order: 50 },
} as const;
