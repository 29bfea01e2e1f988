import { changeFieldRules, getFieldRules } from '#contract/privacy.ts';
import { changeLayout, getSchool } from '#contract/schools.ts';
import { route, routeOutside } from '../../kernel/route.ts';
import { readFieldRules, replaceFieldRules, replaceLayout } from './schools.actions.ts';
import { schoolView } from './schools.views.ts';

export const schoolsRoutes = [
  // The school came with the admission; nothing more is read.
  routeOutside(getSchool, async ({ school }) => schoolView(school)),
  route(getFieldRules, readFieldRules),
  route(changeFieldRules, replaceFieldRules),
  route(changeLayout, replaceLayout),
];
