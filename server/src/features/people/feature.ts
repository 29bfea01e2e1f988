import { feature } from '../../kernel/feature.ts';
import { keepWords } from './erasure/erasure.queries.ts';
import { peopleHandlers } from './people.handlers.ts';
import { deleteUnusedPictures, selectPictureFiles } from './pictures/pictures.queries.ts';
import { picturesHandlers } from './pictures/pictures.handlers.ts';
import { privacyHandlers } from './privacy/privacy.handlers.ts';

export const peopleFeature = feature({
  name: 'people',
  handlers: [...peopleHandlers, ...picturesHandlers, ...privacyHandlers],
  maintenance: [deleteUnusedPictures, keepWords],
  fileReferences: [selectPictureFiles],
});
