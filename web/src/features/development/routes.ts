import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { development, section, sectionList } from '../../routing.ts';

export const routes = [
  sectionList(development, paths.development),
  section(
    development,
    paths.developmentOverview,
    page(() => import('./overview-section.tsx'), 'OverviewSection'),
  ),
  section(
    development,
    paths.developmentReference,
    page(() => import('./reference/reference-section.tsx'), 'ReferenceSection'),
    'search_word',
    'call',
  ),
  section(
    development,
    paths.developmentKeys,
    page(() => import('./keys-section.tsx'), 'KeysSection'),
  ),
  section(
    development,
    paths.developmentPlayground,
    page(() => import('./playground-section.tsx'), 'PlaygroundSection'),
  ),
  section(
    development,
    paths.developmentTheme,
    page(() => import('./theme-section.tsx'), 'ThemeSection'),
  ),
  section(
    development,
    paths.developmentParts,
    page(() => import('./gallery/gallery-section.tsx'), 'GallerySection'),
  ),
] as const;
