/** Valid inputs of the calls, and the statuses that they return (server/test/access-inputs.ts). */
const missing = { id: '999' };
export const inputs = {
  'clubs.past-members': { id: '999' },
  'clubs.freeze': { id: '999' },
  'clubs.unfreeze': { id: '999' },
  'clubs.hide': { id: '999' },
  'clubs.unhide': { id: '999' },
  'clubs.list': { optionalProperties: '["CountMembers", "Memberships"]' },
  'clubs.labels-create': {
    clientId: '0190f0e0-0000-7000-8000-000000000002',
    list: 'types',
    name: 'Team',
    kind: 'sport',
  },
  'clubs.labels-update': { ...missing, name: 'Union', kind: null },
  'clubs.labels-delete': missing,
  'clubs.create': {
    clientId: '0190f0e0-0000-7000-8000-000000000001',
    name: 'Chess',
    membership: 'open',
    president: '{other}',
  },
  'clubs.layout': missing,
  'clubs.about': missing,
  'clubs.settings': missing,
  'clubs.update': { ...missing, version: 1, acronym: 'C' },
  'clubs.set-picture': { ...missing, kind: 'logo' },
  'clubs.remove-picture': { ...missing, kind: 'logo' },
  'clubs.members': missing,
  'clubs.join': missing,
  'clubs.leave': missing,
  'clubs.requests': missing,
  'clubs.decide-requests': { ...missing, accept: ['{other}'] },
  'clubs.invite': { ...missing, uids: ['{other}'] },
  'clubs.update-members': { ...missing, uids: ['{other}'], act: 'remove' },
  'clubs.check-roster': { ...missing, text: 'x' },
  'clubs.import-roster': {
    ...missing,
    clientId: '0190f0e0-0000-7000-8000-000000000004',
    text: 'x',
  },
  'clubs.rosters': missing,
  'clubs.undo-roster': { ...missing, roster: '1' },
  'clubs.public': missing,
  'clubs.suggestions': { size: 3 },
  'clubs.suggestions-dismiss': missing,
  'clubs.suggestions-restore': missing,
  'clubs.questions': missing,
  'clubs.questions-update': { ...missing, version: 0, definition: { questions: [] } },
  'clubs.links': missing,
  'clubs.links-create': { ...missing, clientId: '0190f0e0-0000-7000-8000-000000000005' },
  'clubs.links-delete': { ...missing, link: '1' },
  'clubs.links-read': { token: 'x' },
  'clubs.links-join': { token: 'x' },
  'clubs.notes-list': missing,
  'clubs.notes-create': {
    ...missing,
    clientId: '0190f0e0-0000-7000-8000-000000000003',
    text: 'Seen',
  },
  'clubs.delete': missing,
  'clubs.restore': missing,
};

export const admitted = Object.fromEntries(
  Object.entries(inputs)
    .filter(([, input]) => 'id' in input || 'token' in input)
    // Undoing something that wasn't done is no error.
    .map(([name]) => [name, name === 'clubs.suggestions-restore' ? 200 : 404]),
);
