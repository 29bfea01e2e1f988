import { Webhook } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'development',
    order: 40,
    to: paths.developmentWebhooks,
    label: 'devWebhooks.title',
    icon: Webhook,
    body: 'dev.webhooksBody',
    permissions: ['webhooks.manage'],
  },
];
