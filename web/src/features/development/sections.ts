import { AppWindow, BookOpenText, Compass, KeyRound, Palette, Shapes, Webhook } from 'lucide-react';
import type { PermissionOf } from '#contract/permissions.ts';
import { addEnglish } from '../../lib/messages.ts';
import { paths } from '../../paths.ts';
import english from './messages/en.json';
import '../../shell/section-titles.ts';

addEnglish(english);

const sections = [
  { to: paths.developmentOverview, label: 'dev.overview', icon: Compass, body: null },
  {
    to: paths.developmentReference,
    label: 'dev.reference',
    icon: BookOpenText,
    body: 'dev.referenceBody',
  },
  { to: paths.developmentKeys, label: 'keys.title', icon: KeyRound, body: 'dev.keysBody' },
  {
    to: paths.developmentWebhooks,
    label: 'dev.webhooks',
    icon: Webhook,
    body: 'dev.webhooksBody',
    permission: 'webhooks.manage',
  },
  {
    to: paths.developmentPlayground,
    label: 'dev.playground',
    icon: AppWindow,
    body: 'dev.playgroundBody',
  },
  { to: paths.developmentTheme, label: 'dev.theme', icon: Palette, body: 'dev.themeBody' },
  { to: paths.developmentParts, label: 'dev.parts', icon: Shapes, body: 'dev.partsBody' },
] as const;

/** The sections of the dev space for a person, for their bar, the overview and the command palette. */
export const developmentSections = (held: readonly PermissionOf<'school'>[]) =>
  sections.filter((one) => !('permission' in one) || held.includes(one.permission));
