import { authenticate, changeProfile, getProfile, profileOptions } from '#contract/people.ts';
import { route } from '../../kernel/http/route.ts';
import {
  authenticatePerson,
  changeOwnProfile,
  readProfile,
  readProfileOptions,
} from './people.actions.ts';

export const peopleRoutes = [
  route(authenticate, authenticatePerson),
  route(getProfile, readProfile),
  route(changeProfile, changeOwnProfile),
  route(profileOptions, readProfileOptions),
];
