/** Input that makes each call meaningful, and what it answers then (server/test/access-inputs.ts). */
export const inputs = {
  'newsletters.read': { id: '999' },
  'newsletters.change': { id: '999', version: 1 },
  'newsletters.schedule': { id: '999', version: 1, at: null },
  'newsletters.withdraw': { id: '999' },
  'newsletters.delete': { id: '999' },
  'newsletters.test': { id: '999' },
  'newsletters.reach': { accountTypes: [], years: [], majors: [] },
  'inbox.read': { id: '999' },
  'inbox.mark': { id: '999', isRead: true },
  'inbox.set-choice': { byMail: true },
  'inbox.unsubscribe': { token: 'x' },
  'inbox.leave': { token: 'x' },
};

export const admitted = {
  'newsletters.read': 404,
  'newsletters.change': 404,
  'newsletters.schedule': 404,
  'newsletters.withdraw': 404,
  'newsletters.test': 404,
  // What comes is no picture.
  'newsletters.upload': 422,
  'inbox.read': 404,
  'inbox.mark': 404,
  // It reads forms only.
  'inbox.unsubscribe': 415,
  'inbox.leave': 410,
};
