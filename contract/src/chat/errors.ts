/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  chat_not_allowed: { status: 403, message: 'You can’t message this person. Choose someone else.' },
  chat_self: {
    status: 409,
    message: 'You can’t start a conversation with yourself. Choose someone else.',
  },
  chat_left: {
    status: 403,
    message: 'You’re no longer in this conversation. Ask someone in it to add you.',
  },
  chat_closed: { status: 403, message: 'This course chat is closed. You can still read it.' },
  course_chats_off: {
    status: 409,
    message: 'Your school has turned off course chats. Ask an admin to turn them on.',
  },
  chat_empty: { status: 422, message: 'Write something or attach a file first.' },
  chat_file_gone: {
    status: 409,
    message: 'An attachment is no longer available. Attach it again.',
  },
  chat_too_late: {
    status: 409,
    message: 'You can edit messages for {minutes} minutes. You can still delete this one.',
  },
  chat_too_many_pinned: {
    status: 409,
    message: 'You can pin up to {max} conversations. Unpin one first.',
  },
  chat_full: { status: 409, message: 'A group can have up to {max} people. Remove someone first.' },
  chat_reaction: {
    status: 422,
    message:
      'That isn’t a single emoji, or the message already has {max} different reactions. Choose another emoji.',
  },
} as const;
