import {
  cropPicture,
  readPictures,
  removePicture,
  restorePicture,
  uploadPicture,
} from '#contract/pictures.ts';
import { route, routeOutside } from '../../../kernel/http/route.ts';
import {
  cropOwnPicture,
  readOwnPictures,
  removeOwnPicture,
  restoreOwnPicture,
  uploadOwnPicture,
} from './pictures.actions.ts';

export const picturesRoutes = [
  route(readPictures, readOwnPictures),
  routeOutside(uploadPicture, uploadOwnPicture),
  routeOutside(cropPicture, cropOwnPicture),
  route(removePicture, removeOwnPicture),
  route(restorePicture, restoreOwnPicture),
];
