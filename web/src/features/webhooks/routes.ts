import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { development, section } from '../../routing.ts';

export const routes = [
  section(
    development,
    paths.developmentWebhooks,
    page(() => import('./webhooks-section.tsx'), 'WebhooksSection'),
  ),
] as const;
