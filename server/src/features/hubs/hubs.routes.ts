import {
  addHubMember,
  changeHub,
  chooseHub,
  listHubMembers,
  listHubs,
  listManagedHubs,
  makeHub,
  orderHubs,
  removeHubMember,
} from '#contract/hubs.ts';
import { route } from '../../kernel/http/route.ts';
import {
  addHub,
  addMember,
  alterHub,
  arrangeHubs,
  listAdded,
  listAllHubs,
  listOwnHubs,
  moveInto,
  removeMember,
} from './hubs.actions.ts';

export const hubsRoutes = [
  route(listHubs, listOwnHubs),
  route(chooseHub, moveInto),
  route(listManagedHubs, listAllHubs),
  route(makeHub, addHub),
  route(changeHub, alterHub),
  route(orderHubs, arrangeHubs),
  route(listHubMembers, listAdded),
  route(addHubMember, addMember),
  route(removeHubMember, removeMember),
];
