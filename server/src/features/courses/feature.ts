import { feature } from '../../kernel/feature.ts';
import { deleteMembershipsOf, personalData } from './courses.queries.ts';

export const coursesFeature = feature({
  name: 'courses',
  erase: deleteMembershipsOf,
  personalData,
});
