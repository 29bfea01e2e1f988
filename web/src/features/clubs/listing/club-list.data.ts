import { listClubs } from '#contract/clubs/calls.ts';
import { callQuery } from '../../../lib/call.ts';

/* The input for the club list on the home page. It is a separate module, because it loads with the first page. */

export const asked = {
  optionalProperties: JSON.stringify([
    'Logo',
    'CountMembers',
    'Known',
    'Meetings',
    'Membership',
    'Memberships',
  ]),
  relationships: JSON.stringify(['Categories']),
} as const;

/** Clubs with a pending invitation for the caller. */
export const clubInvitations = () =>
  callQuery(listClubs, {
    ...asked,
    filters: JSON.stringify({ MembershipStatus: ['invited'] }),
    pageSize: 5,
  });
