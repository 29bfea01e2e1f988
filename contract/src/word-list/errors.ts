/** Errors of this feature (contract/src/errors.ts). */
export const errors = {
  listed_word: { status: 422, message: 'Your school doesn’t allow “{word}”. Change your text.' },
  word_list_changed: {
    status: 409,
    message: 'Someone else just changed the list. Reload the page and try again.',
  },
} as const;
