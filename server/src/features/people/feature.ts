import { feature } from '../../kernel/feature.ts';
import { keepWords } from './erasure/erasure.queries.ts';
import { peopleRoutes } from './people.routes.ts';
import { deleteUnusedPictures, selectPictureFiles } from './pictures/pictures.queries.ts';
import { picturesRoutes } from './pictures/pictures.routes.ts';
import { privacyRoutes } from './privacy/privacy.routes.ts';

export const peopleFeature = feature({
  name: 'people',
  handlers: [...peopleRoutes, ...picturesRoutes, ...privacyRoutes],
  maintenance: [deleteUnusedPictures, keepWords],
  fileReferences: [selectPictureFiles],
});
