import { authenticate, changeProfile, getProfile, profileOptions } from '#contract/people.ts';
import { handle } from '../../kernel/handle.ts';
import {
  authenticatePerson,
  changeOwnProfile,
  readProfile,
  readProfileOptions,
} from './people.actions.ts';

export const peopleHandlers = [
  handle(authenticate, authenticatePerson),
  handle(getProfile, readProfile),
  handle(changeProfile, changeOwnProfile),
  handle(profileOptions, readProfileOptions),
];
