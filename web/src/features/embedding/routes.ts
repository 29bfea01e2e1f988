import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { admin, section } from '../../routing.ts';

export const routes = [
  section(
    admin,
    paths.adminEmbedding,
    page(() => import('./embedding-section.tsx'), 'EmbeddingSection'),
  ),
] as const;
