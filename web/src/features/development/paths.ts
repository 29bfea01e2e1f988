export const paths = {
  development: '/development',
  developmentOverview: '/development/overview',
  developmentReference: '/development/reference',
  developmentKeys: '/development/keys',
  developmentPlayground: '/development/playground',
  developmentTheme: '/development/theme',
  developmentParts: '/development/parts',
} as const;
