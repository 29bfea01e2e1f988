const id = '999';
const clientId = (n: number) => `0190f0e0-0000-7000-8000-00000000000${n}`;
const day = '2026-11-02';

/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'budgets.accounts': {},
  'budgets.account': { id },
  'budgets.lines': { id },
  'budgets.line-filters': { id },
  'budgets.export-lines': { id, format: 'csv' },
  'budgets.club-money': { id },
  'budgets.entry': { id },
  'budgets.reverse-entry': { id, clientId: clientId(1), reason: 'Wrong account' },
  'budgets.requests': { club: id },
  'budgets.create': {
    clientId: clientId(2),
    kind: 'purchase',
    club: id,
    account: id,
    title: 'Robot parts',
    lines: [{ title: 'Motors', category: 'equipment', quantity: 2, price: 4_500 }],
  },
  'budgets.get': { id },
  'budgets.update': { id, version: 1, title: 'Robot motors' },
  'budgets.delete': { id },
  'budgets.submit': { id },
  'budgets.grant': { id, version: 1, lines: [{ id: '1', granted: 100 }] },
  'budgets.score': { id, score: 4 },
  'budgets.review': { id },
  'budgets.create-expense': { id, clientId: clientId(3), line: '1', amount: 100, date: day },
  'budgets.close': { id },
  'budgets.create-account': { clientId: clientId(4), code: 'FUND-1', name: 'Student fund' },
  'budgets.update-account': { id, version: 1, name: 'Student fund 2027' },
  'budgets.create-entry': {
    clientId: clientId(5),
    date: day,
    title: 'Correction',
    postings: [
      { account: id, amount: 100 },
      { account: 'external', amount: -100 },
    ],
  },
  'budgets.allocate': {
    clientId: clientId(6),
    from: null,
    date: day,
    title: 'Fall allocation',
    items: [{ account: id, amount: 100 }],
  },
  'budgets.tree': {},
  'budgets.export': { format: 'csv' },
  'budgets.minutes': { from: day, to: day, format: 'csv' },
  'budgets.periods': {},
  'budgets.create-period': {
    clientId: clientId(7),
    name: '2026–27',
    from: '2026-08-01',
    to: '2027-07-31',
  },
  'budgets.update-period': { id, version: 1, name: '2027' },
  'budgets.close-period': { id, version: 1 },
};

export const admitted = {
  ...Object.fromEntries(Object.keys(inputs).map((name) => [name, 404])),
  'budgets.accounts': 200,
  'budgets.create-account': 200,
  'budgets.tree': 200,
  'budgets.export': 200,
  'budgets.minutes': 200,
  'budgets.periods': 200,
  'budgets.create-period': 200,
};
