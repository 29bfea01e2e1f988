const clientId = '00000000-0000-4000-8000-000000000000';
const id = '999';

/** Input that makes each call meaningful, and what it answers then (server/test/access-inputs.ts). */
export const inputs = {
  'posts.read': { id },
  'posts.create': { clientId, text: 'Good morning' },
  'posts.update': { id, text: 'Good evening', version: 1 },
  'posts.delete': { id },
  'posts.like': { id },
  'posts.unlike': { id },
  'posts.vote': { id, options: [] },
  'posts.pin': { id },
  'posts.unpin': { id },
  'comments.list': { id },
  'comments.create': { id, clientId, text: 'Good morning' },
  'comments.update': { id, text: 'Good evening' },
  'comments.delete': { id },
  'comments.like': { id },
  'comments.unlike': { id },
};

export const admitted = {
  'posts.read': 404,
  'posts.update': 404,
  'posts.delete': 404,
  'posts.like': 404,
  'posts.unlike': 404,
  'posts.vote': 404,
  'posts.pin': 404,
  'posts.unpin': 404,
  'comments.list': 404,
  'comments.create': 404,
  'comments.update': 404,
  'comments.delete': 404,
  'comments.like': 404,
  'comments.unlike': 404,
};
