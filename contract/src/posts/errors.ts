/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  post_cover: {
    status: 422,
    message: 'Choose a picture as the cover. Only news posts can have one.',
  },
  post_empty: { status: 422, message: 'Write something, or add a file or a poll.' },
  post_changed: {
    status: 409,
    message:
      'This post has changed since you opened it. Copy your text, reload the page, then edit it again.',
  },
  post_title: { status: 422, message: 'Topics and news need a title.' },
  post_place: { status: 422, message: 'Topics and news belong to a club. Choose one.' },
  post_time: {
    status: 422,
    message: 'Choose a time in the future, at most {days} days from now.',
  },
  post_published: { status: 409, message: 'This post is already published.' },
  post_author_left: {
    status: 409,
    message: 'This post can’t be published because its author can’t post here anymore.',
  },
  post_closed: { status: 409, message: 'Comments are turned off for this post.' },
  posts_members_only: {
    status: 403,
    message: 'Only members of the club can do this. Join it first.',
  },
  posts_officers_only: { status: 403, message: 'Only officers of the club can post here.' },
  poll_options: {
    status: 422,
    message: 'Enter at least two different options.',
  },
  poll_times: {
    status: 422,
    message: 'A poll must close in the future, at most {days} days from now. Choose another time.',
  },
  poll_closed: { status: 409, message: 'This poll is closed.' },
  poll_one_option: { status: 422, message: 'You can choose only one option in this poll.' },
} as const;
