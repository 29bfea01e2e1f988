const id = '999';
const nonce = '0123456789abcdef0123456789abcdef';
const election = {
  title: 'Officers 2027',
  opensAt: '2099-01-10T08:00:00Z',
  closesAt: '2099-01-17T20:00:00Z',
  timeZone: 'Europe/Berlin',
  voters: { members: true },
  contests: [{ title: 'Chair', kind: 'one', candidates: [{ name: 'Kim' }] }],
};

/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'elections.list': {},
  'elections.get': { id },
  'elections.create': { clientId: '0190f0e0-0000-7000-8000-000000000002', club: id, ...election },
  'elections.update': { id, version: 1, title: 'Officers 2028' },
  'elections.settings': { id },
  'elections.announce': { id },
  'elections.extend': { id, closesAt: '2099-01-18T20:00:00Z', reason: 'The network was down.' },
  'elections.cancel': { id, reason: 'The chair resigned.' },
  'elections.delete': { id },
  'elections.preview-voters': { club: id, voters: { members: true } },
  'elections.voters': { id },
  'elections.nominate': {
    id,
    clientId: '0190f0e0-0000-7000-8000-000000000003',
    contest: '1',
    uid: '{other}',
  },
  'elections.answer-nomination': { id, state: 'accepted' },
  'elections.set-candidate-picture': { id },
  'elections.remove-candidate-picture': { id },
  'elections.cast': { id, nonce, votes: {} },
  'elections.set-paper-voter': { id, uid: '{other}', votesOnPaper: true },
  'elections.paper': { id },
  'elections.put-paper-ballot': { id, number: '1', votes: {} },
  'elections.remove-paper-ballot': { id, number: '1' },
  'elections.clear-paper-ballots': { id },
  'elections.confirm-paper-ballots': { id },
  'elections.result': { id },
  'elections.ballots': { id },
};

export const admitted = {
  ...Object.fromEntries(Object.keys(inputs).map((name) => [name, 404])),
  'elections.list': 200,
};
