import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, inShell, section } from '../../routing.ts';

export const routes = [
  inShell(
    paths.elections,
    page(() => import('./elections-page.tsx'), 'ElectionsPage'),
  ),
  inShell(
    paths.election,
    page(() => import('./page/election-page.tsx'), 'ElectionPage'),
    'step',
  ),
  inShell(
    paths.electionPaper,
    page(() => import('./paper/paper-page.tsx'), 'PaperPage'),
  ),
  inShell(
    paths.electionSetup,
    page(() => import('./setup/setup-page.tsx'), 'SetupPage'),
    'step',
  ),
  section(
    admin,
    paths.adminElections,
    page(() => import('./elections-section.tsx'), 'ElectionsSection'),
  ),
] as const;
