import { getSchool } from '#contract/schools.ts';
import { routeOutside } from '../../kernel/route.ts';
import { schoolView } from './schools.views.ts';

export const schoolsRoutes = [
  // The school came with the admission; nothing more is read.
  routeOutside(getSchool, async ({ school }) => schoolView(school)),
];
