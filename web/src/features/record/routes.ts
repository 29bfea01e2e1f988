import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, inShell, open, section } from '../../routing.ts';

export const routes = [
  inShell(
    paths.cct,
    page(() => import('./record-page.tsx'), 'RecordPage'),
    'show',
  ),
  inShell(
    paths.experience,
    page(() => import('./experience-page.tsx'), 'ExperiencePage'),
  ),
  open(
    paths.verify,
    page(() => import('./verify-page.tsx'), 'FindDocumentPage'),
  ),
  open(
    paths.verifyCode,
    page(() => import('./verify-page.tsx'), 'VerifyPage'),
  ),
  section(
    admin,
    paths.adminRecord,
    page(() => import('./record-section.tsx'), 'RecordSection'),
    'part',
    'badge',
  ),
] as const;
