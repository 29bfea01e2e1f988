export const tags = {
  'tags.add': 'Add “{value}”',
  'tags.remove': 'Remove {value}',
  'tags.full': { one: 'At most {count}', other: 'At most {count}' },
} as const;
