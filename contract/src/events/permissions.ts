/** What roles may allow in this feature (contract/src/permissions.ts): events of one club, and those of the school, its hubs and all clubs. */
export const permissions = {
  'events.manage': { scope: 'club', adminsOnly: false, group: 'campus', order: 49 },
  'events.manage_all': { scope: 'school', adminsOnly: false, group: 'campus', order: 50 },
} as const;
