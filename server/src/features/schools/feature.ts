import { feature } from '../../kernel/feature.ts';
import { originsHandlers } from './origins/origins.handlers.ts';
import { selectSchoolFiles } from './schools.queries.ts';
import { schoolsHandlers } from './schools.handlers.ts';

export const schoolsFeature = feature({
  name: 'schools',
  handlers: [...schoolsHandlers, ...originsHandlers],
  fileReferences: [selectSchoolFiles],
});
