/** What a meeting of a section is. */
export const meetingKinds = [
  'lecture',
  'recitation',
  'lab',
  'seminar',
  'studio',
  'exam',
  'other',
] as const;
export type MeetingKind = (typeof meetingKinds)[number];

/** What somebody is in a section. */
export const sectionRoles = ['student', 'teacher', 'assistant'] as const;
export type SectionRole = (typeof sectionRoles)[number];
