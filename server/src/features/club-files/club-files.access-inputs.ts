const clientId = '00000000-0000-4000-8000-000000000000';
const id = '999';

/** Valid inputs of the calls, and the statuses that they return (server/test/access-inputs.ts). */
export const inputs = {
  'club-files.list': { id },
  'club-files.folders': { id },
  'club-files.create-folder': { id, clientId, name: 'Minutes' },
  'club-files.update-folder': { id, name: 'Minutes' },
  'club-files.delete-folder': { id },
  'club-files.create': { id, clientId, uploadId: id },
  'club-files.update': { id, name: 'minutes.pdf' },
  'club-files.delete': { id },
  'club-files.versions': { id },
  'club-files.create-version': { id, uploadId: id },
  'club-files.restore': { id, number: 1 },
  'club-files.change-settings': { megabytes: 2_048 },
};

export const admitted = {
  'club-files.list': 404,
  'club-files.folders': 404,
  'club-files.create-folder': 404,
  'club-files.update-folder': 404,
  'club-files.delete-folder': 404,
  'club-files.create': 404,
  'club-files.update': 404,
  'club-files.delete': 404,
  'club-files.versions': 404,
  'club-files.create-version': 404,
  'club-files.restore': 404,
};
