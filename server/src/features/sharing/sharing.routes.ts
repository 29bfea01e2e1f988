import {
  changeShareLink,
  changeSharing,
  getPublicProfile,
  getSharing,
  makeShareLink,
} from '#contract/sharing.ts';
import { route, routeOutside } from '../../kernel/http/route.ts';
import {
  changeOwnLink,
  changeOwnSharing,
  makeOwnLink,
  readPublicProfile,
  readSharing,
} from './sharing.actions.ts';

export const sharingRoutes = [
  // Its count stands also where nothing is shared.
  routeOutside(getPublicProfile, readPublicProfile),
  route(getSharing, readSharing),
  route(changeSharing, changeOwnSharing),
  route(makeShareLink, makeOwnLink),
  route(changeShareLink, changeOwnLink),
];
