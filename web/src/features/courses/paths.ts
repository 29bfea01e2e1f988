export const paths = {
  courses: '/edu',
  coursesDue: '/edu/due',
  course: '/edu/$courseId',
  coursesConnected: '/edu/connected',
  adminCourses: '/admin/courses',
} as const;
