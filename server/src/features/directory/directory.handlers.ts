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
import { handle } from '../../kernel/handle.ts';
import {
  listAllUsers,
  listLegacyPeople,
  listMobilePeople,
  listUsersByLength,
  readListingConfig,
  readListingFilters,
} from './directory.actions.ts';

export const directoryHandlers = [
  handle(mobilePeople, listMobilePeople),
  handle(userAll, listAllUsers),
  handle(listUsers, listUsersByLength),
  handle(listingFilters, readListingFilters),
  handle(listingConfig, readListingConfig),
  handle(legacyPeople, listLegacyPeople),
  // No school has clubs or events until those sections exist: the honest list is empty.
  handle(legacyGroups, async () => []),
  handle(legacyEvents, async () => []),
];
