export const paths = {
  elections: '/elections',
  election: '/elections/$electionId',
  electionPaper: '/elections/$electionId/paper',
  electionSetup: '/elections/$electionId/setup',
  adminElections: '/admin/elections',
} as const;
