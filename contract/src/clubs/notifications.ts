import { digested, urgent } from '../notifications/defaults.ts';
import {
  clubPath,
  type NotificationLink,
  type NotificationKinds,
  type NotificationKeys,
} from '../notifications/declaring.ts';

const membersPath: NotificationLink = (item) => `${clubPath(item)}/manage?section=members`;

export const notificationKinds = {
  member_joined: membersPath,
  member_requested: membersPath,
  officer_added: clubPath,
  club_accepted: null,
  club_declined: null,
  club_invited: null,
  club_position_given: null,
} as const satisfies NotificationKinds;

export const notificationKeys = {
  officer: {
    newMember: digested,
    newMemberRequiresValidation: urgent,
    newOfficer: digested,
  },
} as const satisfies NotificationKeys;
