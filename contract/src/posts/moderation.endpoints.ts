import { endpoint } from '../endpoint.ts';
import { done, id, signedIn } from './shapes.ts';

export const pinPost = endpoint({
  ...signedIn,
  inClub: 'posts.moderate',
  name: 'posts.pin',
  summary: 'Pin a post',
  description:
    'Pins a post to the top of its feed, replacing the pinned one, or a topic above the others. For moderators.',
  method: 'PUT',
  path: '/api/v1/posts/{id}/pin',
  params: id,
  reply: done,
  errors: ['not_found', 'forbidden'],
});

export const unpinPost = endpoint({
  ...signedIn,
  inClub: 'posts.moderate',
  name: 'posts.unpin',
  summary: 'Unpin a post',
  method: 'DELETE',
  path: '/api/v1/posts/{id}/pin',
  params: id,
  reply: done,
  errors: ['not_found', 'forbidden'],
});

export const hidePost = endpoint({
  ...signedIn,
  inClub: 'posts.moderate',
  name: 'posts.hide',
  summary: 'Hide a post',
  description: 'Only its author and moderators can still see it.',
  method: 'PUT',
  path: '/api/v1/posts/{id}/hidden',
  params: id,
  reply: done,
  errors: ['not_found', 'forbidden'],
});

export const unhidePost = endpoint({
  ...signedIn,
  inClub: 'posts.moderate',
  name: 'posts.unhide',
  summary: 'Unhide a post',
  method: 'DELETE',
  path: '/api/v1/posts/{id}/hidden',
  params: id,
  reply: done,
  errors: ['not_found', 'forbidden'],
});

export const closePost = endpoint({
  ...signedIn,
  inClub: 'posts.moderate',
  name: 'posts.close',
  summary: 'Turn off comments on a post',
  description: 'For moderators.',
  method: 'PUT',
  path: '/api/v1/posts/{id}/closed',
  params: id,
  reply: done,
  errors: ['not_found', 'forbidden'],
});

export const openPost = endpoint({
  ...signedIn,
  inClub: 'posts.moderate',
  name: 'posts.open',
  summary: 'Turn on comments on a post',
  method: 'DELETE',
  path: '/api/v1/posts/{id}/closed',
  params: id,
  reply: done,
  errors: ['not_found', 'forbidden'],
});
