/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  room_taken: {
    status: 409,
    message: 'Someone has already reserved this room at that time. Choose another one.',
  },
  room_inactive: {
    status: 409,
    message: 'You can’t reserve this room anymore. Choose another one.',
  },
  room_exists: {
    status: 409,
    message: 'There’s already a room with this name in this building. Choose another name.',
  },
  room_changed: {
    status: 409,
    message: 'Someone else just changed this room. Reload the page.',
  },
  too_many_rooms: {
    status: 409,
    message: 'A school can have up to {max} rooms. Delete one first.',
  },
} as const;
