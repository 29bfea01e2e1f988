import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, inShell, publicPage, section } from '../../routing.ts';

export const routes = [
  inShell(
    paths.courses,
    page(() => import('./courses-page.tsx'), 'CoursesPage'),
    'term',
  ),
  inShell(
    paths.coursesDue,
    page(() => import('./due-page.tsx'), 'DuePage'),
    'show',
  ),
  // The sign-in window ends on this page. Inside a host page, it has no session.
  publicPage(
    paths.coursesConnected,
    page(() => import('./connected-page.tsx'), 'ConnectedPage'),
  ),
  inShell(
    paths.course,
    page(() => import('./course-page.tsx'), 'CoursePage'),
    'tab',
  ),
  section(
    admin,
    paths.adminCourses,
    page(() => import('./lms-section.tsx'), 'LmsSection'),
  ),
] as const;
