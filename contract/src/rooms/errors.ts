/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  room_taken: {
    status: 409,
    message: 'This room is reserved at that time. Choose another one.',
  },
  room_inactive: {
    status: 409,
    message: 'This room can’t be reserved anymore. Choose another one.',
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
