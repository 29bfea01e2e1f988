export const filterOptions = {
  'directory.aboutCount': 'about {count}',
  'directory.aboutNote': 'More than 10,000 people are left, so these counts are estimates.',
  'directory.noCounts': 'Too many people are left to count each option.',
  'directory.noneLeft': 'Nothing here fits your other filters',
  'directory.anyOf': 'Any of these',
  'directory.allOf': 'All of these',
  'directory.logic': 'People who have',
  'directory.filterSearch': 'Find an option',
  'directory.noOption': 'No option like this',
  'directory.done': 'Show {count}',
  'directory.reset': 'Reset',
} as const;
