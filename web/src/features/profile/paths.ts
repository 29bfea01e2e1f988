export const paths = {
  profile: '/student_profile',
  embedProfile: '/embed/profile',
} as const;
