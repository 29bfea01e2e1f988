import { onDemand, page } from '../../lib/page.tsx';
import { session } from '../../lib/session-store.ts';
import { paths } from '../../paths.ts';
import { admin, redirectRoute, section } from '../../routing.ts';

const sections = onDemand(() => import('./first-admin-section.ts'));
/** The first section depends on the user's permissions. */
const firstAdminSection = async () =>
  (await sections()).firstAdminSection(session.get().user?.permissions ?? []);

export const routes = [
  redirectRoute(paths.admin, firstAdminSection),
  section(
    admin,
    paths.adminOverview,
    page(() => import('./overview/overview-section.tsx'), 'OverviewSection'),
  ),
  section(
    admin,
    paths.adminPeople,
    page(() => import('./people/people-section.tsx'), 'PeopleSection'),
    'state',
    'type',
    'sort',
    'order',
  ),
  section(
    admin,
    paths.adminPerson,
    page(() => import('./people/person-section.tsx'), 'PersonSection'),
  ),
  section(
    admin,
    paths.adminReports,
    page(() => import('./reports-section.tsx'), 'ReportsSection'),
    'list',
  ),
  section(
    admin,
    paths.adminPrivacy,
    page(() => import('./field-rules-section.tsx'), 'FieldRulesSection'),
  ),
  section(
    admin,
    paths.adminAudit,
    page(() => import('./audit-section.tsx'), 'AuditSection'),
  ),
] as const;
