import { feature } from '../../kernel/feature.ts';
import { originsRoutes } from './origins/origins.routes.ts';
import { selectSchoolFiles } from './schools.queries.ts';
import { schoolsRoutes } from './schools.routes.ts';

export const schoolsFeature = feature({
  name: 'schools',
  handlers: [...schoolsRoutes, ...originsRoutes],
  fileReferences: [selectSchoolFiles],
});
