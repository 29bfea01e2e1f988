/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  together: '/calendar/together',
  settingsSchedule: '/settings/schedule',
} as const;
