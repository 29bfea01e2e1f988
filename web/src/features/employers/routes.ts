import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, publicPage, section } from '../../routing.ts';

export const routes = [
  section(
    admin,
    paths.adminEmployers,
    page(() => import('./employers-section.tsx'), 'EmployersSection'),
  ),
  publicPage(
    paths.employer,
    page(() => import('./own/own-jobs-page.tsx'), 'OwnJobsPage'),
  ),
  publicPage(
    paths.newEmployerJob,
    page(() => import('./own/own-edit-page.tsx'), 'OwnEditPage'),
  ),
  publicPage(
    paths.employerJob,
    page(() => import('./own/own-job-page.tsx'), 'OwnJobPage'),
  ),
  publicPage(
    paths.editEmployerJob,
    page(() => import('./own/own-edit-page.tsx'), 'OwnEditPage'),
  ),
  publicPage(
    paths.employerApplicants,
    page(() => import('./own/own-applicants-page.tsx'), 'OwnApplicantsPage'),
    'state',
  ),
] as const;
