import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, inShell, publicPage, section } from '../../routing.ts';

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
  publicPage(
    paths.verify,
    page(() => import('./verify-page.tsx'), 'FindDocumentPage'),
  ),
  publicPage(
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
