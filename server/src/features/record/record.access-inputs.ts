const clientId = 'b1f4b8de-3f55-4d7e-9a33-3c8a1c1f7a01';
const entry = {
  kind: '999',
  title: 'Tutor, mathematics',
  organization: 'Open Books Tutoring',
  startsOn: '2026-02-01',
  endsOn: '2026-05-31',
  minutes: 2_280,
  competencies: [],
  files: [],
};
const kind = { name: 'Service', description: 'Work for others', source: null, verifiers: [] };
const badge = {
  name: 'Neighbor',
  description: 'Fifty hours of service',
  icon: 'heart' as const,
  color: 1,
  basis: 'hours' as const,
  kind: null,
  goal: 50,
  steps: [],
};
const texts = { office: 'Student Life', signatoryTitle: 'Dean', introduction: '' };
const layout = {
  signatory: 'Jo Dean',
  texts: { en: texts, de: texts, ar: texts },
  shown: ['hours' as const],
  signature: null,
};
const reason = 'The hours were not worked.';

/** Valid inputs for each call, and the expected responses (server/test/access-inputs.ts). */
export const inputs = {
  'record.get': { id: '999' },
  'record.create': { clientId, ...entry },
  'record.update': { id: '999', version: 1, ...entry },
  'record.delete': { id: '999' },
  'record.submit': { id: '999' },
  'record.withdraw': { id: '999' },
  'record.issue': { clientId, kind: 'transcript' },
  'record.file': { id: '999' },
  'record.revoke': { id: '999' },
  'record.public': { code: '9F3KQW7D2M' },
  'record.create-kind': kind,
  'record.update-kind': { id: '999', version: 1, ...kind },
  'record.delete-kind': { id: '999' },
  'record.competencies': { items: [{ id: null, name: 'Leadership' }] },
  'record.create-badge': badge,
  'record.update-badge': { id: '999', version: 1, ...badge },
  'record.award': { id: '999', uid: '999' },
  'record.award-people': { id: '999', uids: ['{other}'] },
  'record.awards': { id: '999' },
  'record.revoke-award': { id: '999', uid: '999' },
  'record.revoke-entry': { id: '999', reason },
  'record.revoke-issued': { id: '999', reason },
  'record.change-layout': { version: 0, ...layout },
  'record.preview-layout': { language: 'en', ...layout },
};

export const admitted = {
  'record.get': 404,
  'record.create': 422,
  'record.update': 404,
  'record.delete': 404,
  'record.submit': 404,
  'record.withdraw': 404,
  'record.issue': 422,
  'record.file': 404,
  'record.revoke': 404,
  'record.public': 404,
  'record.update-kind': 404,
  'record.delete-kind': 404,
  'record.update-badge': 404,
  'record.award': 404,
  'record.award-people': 404,
  'record.awards': 404,
  'record.revoke-award': 404,
  'record.revoke-entry': 404,
  'record.revoke-issued': 404,
};
