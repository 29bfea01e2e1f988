import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { inShell, section, settings } from '../../routing.ts';

export const routes = [
  inShell(
    paths.together,
    page(() => import('./together-page.tsx'), 'TogetherPage'),
    'with',
    'club',
  ),
  section(
    settings,
    paths.settingsSchedule,
    page(() => import('./schedule-settings.tsx'), 'ScheduleSettings'),
  ),
] as const;
