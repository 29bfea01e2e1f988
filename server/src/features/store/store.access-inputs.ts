const id = '999';
const clientId = '0190f0e0-0000-7000-8000-000000000001';

/** Valid inputs of the calls, and the statuses that they return (server/test/access-inputs.ts). */
export const inputs = {
  'store.products': { id },
  'store.create-product': {
    id,
    clientId,
    name: 'Shirt',
    price: { amount: 1500, currency: 'USD' },
  },
  'store.product': { id },
  'store.update-product': { id, version: 1, name: 'Shirt 2027' },
  'store.add-notice': { id },
  'store.remove-notice': { id },
  'store.order-files': { id },
  'store.download-file': { id, file: '1', clientId },
};

export const admitted = Object.fromEntries(Object.keys(inputs).map((name) => [name, 404]));
