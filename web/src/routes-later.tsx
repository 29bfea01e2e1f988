import { page, type Route } from './lib/router/router.ts';
import { paths } from './paths.ts';
import { inShell, leadsTo } from './route-kinds.ts';

/* The rest of the map (routes.tsx): what is below /admin, /development and /settings. It loads with the first address of those. */

const admin = page(() => import('./features/admin/admin-page.tsx'), 'AdminPage');
const development = page(
  () => import('./features/development/development-page.tsx'),
  'DevelopmentPage',
);
const settings = page(() => import('./features/settings/settings-page.tsx'), 'SettingsPage');

export const laterRoutes: readonly Route[] = [
  leadsTo(paths.admin, paths.adminReports),
  inShell(
    paths.adminReports,
    [admin, page(() => import('./features/admin/reports-section.tsx'), 'ReportsSection')],
    { search: ['list'] },
  ),
  inShell(paths.adminPrivacy, [
    admin,
    page(() => import('./features/admin/field-rules-section.tsx'), 'FieldRulesSection'),
  ]),
  inShell(paths.adminImport, [
    admin,
    page(() => import('./features/imports/imports-section.tsx'), 'ImportsSection'),
  ]),
  inShell(paths.adminProvisioning, [
    admin,
    page(() => import('./features/provisioning/provisioning-section.tsx'), 'ProvisioningSection'),
  ]),
  inShell(paths.adminSignOn, [
    admin,
    page(() => import('./features/sso/sign-on-section.tsx'), 'SignOnSection'),
  ]),
  inShell(
    paths.adminNewsletters,
    [
      admin,
      page(() => import('./features/newsletters/newsletters-section.tsx'), 'NewslettersSection'),
    ],
    {
      search: ['id'],
    },
  ),
  inShell(paths.adminChat, [
    admin,
    page(() => import('./features/chat-settings/chat-section.tsx'), 'ChatSection'),
  ]),
  inShell(paths.adminEmbedding, [
    admin,
    page(() => import('./features/embedding/embedding-section.tsx'), 'EmbeddingSection'),
  ]),
  inShell(paths.adminLook, [
    admin,
    page(() => import('./features/school-look/look-section.tsx'), 'LookSection'),
  ]),
  inShell(
    paths.adminMenu,
    [admin, page(() => import('./features/menus/menu-section.tsx'), 'MenuSection')],
    { search: ['hub'] },
  ),
  inShell(paths.adminNotifications, [
    admin,
    page(() => import('./features/notifications/defaults-section.tsx'), 'DefaultsSection'),
  ]),
  inShell(paths.adminHubs, [
    admin,
    page(() => import('./features/hubs/hubs-section.tsx'), 'HubsSection'),
  ]),
  inShell(paths.adminAudit, [
    admin,
    page(() => import('./features/admin/audit-section.tsx'), 'AuditSection'),
  ]),

  leadsTo(paths.development, paths.developmentOverview),
  inShell(paths.developmentOverview, [
    development,
    page(() => import('./features/development/overview-section.tsx'), 'OverviewSection'),
  ]),
  inShell(
    paths.developmentReference,
    [
      development,
      page(
        () => import('./features/development/reference/reference-section.tsx'),
        'ReferenceSection',
      ),
    ],
    { search: ['search_word', 'call'] },
  ),
  inShell(paths.developmentKeys, [
    development,
    page(() => import('./features/development/keys-section.tsx'), 'KeysSection'),
  ]),
  inShell(paths.developmentWebhooks, [
    development,
    page(() => import('./features/webhooks/webhooks-section.tsx'), 'WebhooksSection'),
  ]),
  inShell(paths.developmentPlayground, [
    development,
    page(() => import('./features/development/playground-section.tsx'), 'PlaygroundSection'),
  ]),
  inShell(paths.developmentTheme, [
    development,
    page(() => import('./features/development/theme-section.tsx'), 'ThemeSection'),
  ]),
  inShell(paths.developmentParts, [
    development,
    page(() => import('./features/development/gallery/gallery-section.tsx'), 'GallerySection'),
  ]),

  leadsTo(paths.settings, paths.settingsProfile),
  inShell(paths.settingsProfile, [
    settings,
    page(() => import('./features/settings/profile-section.tsx'), 'ProfileSection'),
  ]),
  inShell(paths.settingsNotifications, [
    settings,
    page(
      () => import('./features/notifications/notification-settings.tsx'),
      'NotificationSettings',
    ),
  ]),
  inShell(paths.settingsPrivacy, [
    settings,
    page(() => import('./features/settings/privacy-section.tsx'), 'PrivacySection'),
  ]),
  inShell(paths.settingsAccount, [
    settings,
    page(() => import('./features/settings/account-section.tsx'), 'AccountSection'),
  ]),
  inShell(paths.settingsAppearance, [
    settings,
    page(() => import('./features/settings/appearance-section.tsx'), 'AppearanceSection'),
  ]),
  inShell(paths.settingsLanguage, [
    settings,
    page(() => import('./features/settings/language-section.tsx'), 'LanguageSection'),
  ]),
];
