import {
  changeShareLink,
  changeSharing,
  getPublicProfile,
  getSharing,
  makeShareLink,
} from '#contract/sharing.ts';
import { handle, handleWithoutTransaction } from '../../kernel/handle.ts';
import {
  changeOwnLink,
  changeOwnSharing,
  makeOwnLink,
  readPublicProfile,
  readSharing,
} from './sharing.actions.ts';

export const sharingHandlers = [
  // Its count stands also where nothing is shared.
  handleWithoutTransaction(getPublicProfile, readPublicProfile),
  handle(getSharing, readSharing),
  handle(changeSharing, changeOwnSharing),
  handle(makeShareLink, makeOwnLink),
  handle(changeShareLink, changeOwnLink),
];
