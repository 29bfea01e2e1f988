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
import { handle } from '../../kernel/handle.ts';
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

export const hubsHandlers = [
  handle(listHubs, listOwnHubs),
  handle(chooseHub, moveInto),
  handle(listManagedHubs, listAllHubs),
  handle(makeHub, addHub),
  handle(changeHub, alterHub),
  handle(orderHubs, arrangeHubs),
  handle(listHubMembers, listAdded),
  handle(addHubMember, addMember),
  handle(removeHubMember, removeMember),
];
