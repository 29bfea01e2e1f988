export const paths = {
  elections: '/elections',
  election: '/elections/$electionId',
  electionSetup: '/elections/$electionId/setup',
  adminElections: '/admin/elections',
} as const;
