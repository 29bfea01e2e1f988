/** Input that makes each call meaningful, and what it answers then (server/test/access-inputs.ts). */
export const inputs = {
  'newsletters.read': { id: '999' },
  'newsletters.change': { id: '999', version: 1 },
  'newsletters.schedule': { id: '999', version: 1, at: null },
  'newsletters.withdraw': { id: '999' },
  'newsletters.delete': { id: '999' },
  'newsletters.test': { id: '999' },
  'newsletters.reach': { accountTypes: [], years: [], majors: [] },
  'club-emails.list': { id: '999' },
  'club-emails.create': { id: '999' },
  'club-emails.read': { id: '999', email: '999' },
  'club-emails.update': { id: '999', email: '999', version: 1 },
  'club-emails.schedule': { id: '999', email: '999', version: 1, at: null },
  'club-emails.withdraw': { id: '999', email: '999' },
  'club-emails.delete': { id: '999', email: '999' },
  'club-emails.test': { id: '999', email: '999' },
  'club-emails.reach': { id: '999', who: 'members', tags: [] },
  'club-emails.upload': { id: '999' },
  'inbox.read': { id: '999' },
  'inbox.mark': { id: '999', isRead: true },
  'inbox.set-choice': { byMail: true },
  'inbox.unsubscribe': { token: 'x' },
  'inbox.leave': { token: 'x' },
};

export const admitted = {
  ...Object.fromEntries(
    Object.keys(inputs).flatMap((name) => (name.startsWith('club-emails.') ? [[name, 404]] : [])),
  ),
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
