import { AppWindow, BookOpenText, Compass, KeyRound, Palette, Shapes } from 'lucide-react';
import { paths } from '../../paths.ts';
import type { Section } from '../../shell/section.ts';

export const sections: readonly Section[] = [
  {
    in: 'development',
    order: 10,
    to: paths.developmentOverview,
    label: 'devOverview.title',
    icon: Compass,
  },
  {
    in: 'development',
    order: 20,
    to: paths.developmentReference,
    label: 'devReference.title',
    icon: BookOpenText,
    body: 'dev.referenceBody',
  },
  {
    in: 'development',
    order: 30,
    to: paths.developmentKeys,
    label: 'keys.title',
    icon: KeyRound,
    body: 'dev.keysBody',
  },
  {
    in: 'development',
    order: 50,
    to: paths.developmentPlayground,
    label: 'devPlayground.title',
    icon: AppWindow,
    body: 'dev.playgroundBody',
  },
  {
    in: 'development',
    order: 60,
    to: paths.developmentTheme,
    label: 'devTheme.title',
    icon: Palette,
    body: 'dev.themeBody',
  },
  {
    in: 'development',
    order: 70,
    to: paths.developmentParts,
    label: 'devParts.title',
    icon: Shapes,
    body: 'dev.partsBody',
  },
];
