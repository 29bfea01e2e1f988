import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, section, sectionList } from '../../routing.ts';

export const routes = [
  sectionList(admin, paths.admin),
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
    'q',
    'person',
    'type',
    'from',
    'until',
  ),
] as const;
