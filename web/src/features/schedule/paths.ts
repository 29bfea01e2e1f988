export const paths = {
  together: '/calendar/together',
  settingsSchedule: '/settings/schedule',
} as const;
