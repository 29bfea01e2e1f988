import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { inShell } from '../../routing.ts';

export const routes = [
  inShell(
    paths.survey,
    page(() => import('./survey-page.tsx'), 'SurveyPage'),
  ),
  inShell(
    paths.surveyEditor,
    page(() => import('./survey-editor.tsx'), 'SurveyEditor'),
    'tab',
  ),
] as const;
