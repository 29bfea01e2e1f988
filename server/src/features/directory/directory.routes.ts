import {
  legacyEvents,
  legacyGroups,
  legacyPeople,
  listingConfig,
  listingFilters,
  listUsers,
  mobilePeople,
  userAll,
} from '#contract/people.ts';
import { route } from '../../kernel/http/route.ts';
import {
  listAllUsers,
  listLegacyPeople,
  listMobilePeople,
  listUsersByLength,
  readListingConfig,
  readListingFilters,
} from './directory.actions.ts';

export const directoryRoutes = [
  route(mobilePeople, listMobilePeople),
  route(userAll, listAllUsers),
  route(listUsers, listUsersByLength),
  route(listingFilters, readListingFilters),
  route(listingConfig, readListingConfig),
  route(legacyPeople, listLegacyPeople),
  // No school has clubs or events until those sections exist: the honest list is empty.
  route(legacyGroups, async () => []),
  route(legacyEvents, async () => []),
];
