/** Paths of this feature (web/src/paths.ts). */
export const paths = {
  profile: '/student_profile',
  embedProfile: '/embed/profile',
} as const;
