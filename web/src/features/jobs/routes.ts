import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, inShell, section } from '../../routing.ts';

export const routes = [
  inShell(
    paths.jobs,
    page(() => import('./jobs-page.tsx'), 'JobsPage'),
    'list',
    'search',
    'kind',
    'club',
    'paid',
    'closes',
  ),
  inShell(
    paths.newJob,
    page(() => import('./edit/edit-page.tsx'), 'EditPage'),
    'club',
    'from',
  ),
  inShell(
    paths.job,
    page(() => import('./jobs-page.tsx'), 'JobsPage'),
    'list',
    'search',
    'kind',
    'club',
    'paid',
    'closes',
  ),
  inShell(
    paths.editJob,
    page(() => import('./edit/edit-page.tsx'), 'EditPage'),
  ),
  inShell(
    paths.jobApplicants,
    page(() => import('./applicants/applicants-page.tsx'), 'ApplicantsPage'),
    'state',
  ),
  section(
    admin,
    paths.adminJobs,
    page(() => import('./jobs-section.tsx'), 'JobsSection'),
  ),
] as const;
