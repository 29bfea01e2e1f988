import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, inShell, section } from '../../routing.ts';

export const routes = [
  inShell(
    paths.approvals,
    page(() => import('./approvals-page.tsx'), 'ApprovalsPage'),
    'list',
  ),
  inShell(
    paths.approval,
    page(() => import('./submission-page.tsx'), 'SubmissionPage'),
  ),
  section(
    admin,
    paths.adminApprovals,
    page(() => import('./steps-section.tsx'), 'StepsSection'),
  ),
] as const;
