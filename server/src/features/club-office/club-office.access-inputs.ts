/** Input that makes each call meaningful, and what it answers then (server/test/access-inputs.ts). */
export const inputs = { 'club-office.overview': { id: '999' }, 'club-office.log': { id: '999' } };

export const admitted = Object.fromEntries(Object.keys(inputs).map((name) => [name, 404]));
