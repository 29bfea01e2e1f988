export const tags = {
  'tags.add': 'Add “{value}”',
  'tags.remove': 'Remove {value}',
  'tags.full': { one: 'Up to {count}', other: 'Up to {count}' },
} as const;
