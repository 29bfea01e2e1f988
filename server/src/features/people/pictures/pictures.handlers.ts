import {
  cropPicture,
  readPictures,
  removePicture,
  restorePicture,
  uploadPicture,
} from '#contract/pictures.ts';
import { handle, handleWithoutTransaction } from '../../../kernel/handle.ts';
import {
  cropOwnPicture,
  readOwnPictures,
  removeOwnPicture,
  restoreOwnPicture,
  uploadOwnPicture,
} from './pictures.actions.ts';

export const picturesHandlers = [
  handle(readPictures, readOwnPictures),
  handleWithoutTransaction(uploadPicture, uploadOwnPicture),
  handleWithoutTransaction(cropPicture, cropOwnPicture),
  handle(removePicture, removeOwnPicture),
  handle(restorePicture, restoreOwnPicture),
];
