/** Valid inputs of the calls, and the statuses that they return (server/test/access-inputs.ts). */
const missing = { id: '999' };
export const inputs = {
  'approvals.list': { list: 'open' },
  'approvals.get': missing,
  'approvals.decide': { ...missing, version: 2, decision: 'deny', reason: 'The plan is missing.' },
  'approvals.comment': { ...missing, text: 'We meet on Thursdays now.' },
  'approvals.withdraw': { ...missing, version: 2 },
  'approvals.resubmit': { ...missing, version: 2 },
  'approvals.remind': missing,
  'approvals.process-update': {
    kind: 'unknown',
    version: 0,
    reminderDays: 3,
    steps: [{ name: 'Adviser', reviewers: 'people', people: ['{other}'] }],
  },
};

export const admitted = {
  'approvals.get': 404,
  'approvals.decide': 404,
  'approvals.comment': 404,
  'approvals.withdraw': 404,
  'approvals.resubmit': 404,
  'approvals.remind': 404,
  'approvals.process-update': 404,
};
