const id = '999';
const clientId = (nth: number) =>
  `0190f0e0-0000-7000-8000-0000000001${String(nth).padStart(2, '0')}`;

/** Valid inputs of the calls, and the statuses that they return (server/test/access-inputs.ts). */
export const inputs = {
  'payments.order': {
    clientId: clientId(1),
    club: id,
    items: [{ donation: { amount: 500, currency: 'USD' } }],
  },
  'payments.orders': {},
  'payments.get-order': { id },
  'payments.cancel-order': { id },
  'payments.pay': { id, clientId: clientId(2), provider: 'desk' },
  'payments.cancel-payment': { id },
  'payments.check': { id },
  'payments.request-refund': { id, clientId: clientId(3), reason: 'Too small' },
  'payments.receipt': { id },
  'payments.club-orders': { id },
  'payments.record-receipt': { id, clientId: clientId(4), method: 'cash' },
  'payments.refund': {
    id,
    clientId: clientId(5),
    amount: { amount: 100, currency: 'USD' },
    reason: 'Too small',
  },
  'payments.answer-refund-request': { id, state: 'declined', reason: 'Worn' },
  'payments.hand-over': { id, state: 'ready' },
  'payments.hand-over-orders': { id, orders: [id], state: 'ready' },
  'payments.export-club-orders': { id },
  'payments.discounts': { id },
  'payments.create-discount': { id, clientId: clientId(6), code: 'WELCOME', percent: 10 },
  'payments.update-discount': { id, version: 1, isOn: false },
  'payments.donations': { id },
  'payments.update-donations': {
    id,
    version: 0,
    isOn: true,
    min: { amount: 100, currency: 'USD' },
  },
  'payments.settings': {},
  'payments.update-settings': { version: 0, invoice: { isOn: true } },
  'payments.report': { from: '2026-01-01', to: '2026-12-31' },
  'payments.record-payout': {
    clientId: clientId(7),
    from: 'stripe',
    date: '2026-11-01',
    amount: { amount: 100, currency: 'USD' },
  },
};

export const admitted = {
  ...Object.fromEntries(
    Object.keys(inputs)
      .filter((name) => !/\.(?:orders|settings|update-settings|report|record-payout)$/.test(name))
      .map((name) => [name, 404]),
  ),
  // Without a signature.
  'payments.stripe-webhook': 400,
};
