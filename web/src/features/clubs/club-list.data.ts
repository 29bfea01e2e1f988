import { listClubs } from '#contract/clubs/calls.ts';
import { callQuery } from '../../lib/call.ts';

/* What home asks of clubs: a module of its own, since it comes with the first page. */

export const asked = {
  optionalProperties: JSON.stringify([
    'Logo',
    'CountMembers',
    'Known',
    'Membership',
    'Memberships',
  ]),
  relationships: JSON.stringify(['Categories']),
} as const;

/** Clubs that have invited the caller, who has not answered. */
export const clubInvitations = () =>
  callQuery(listClubs, {
    ...asked,
    filters: JSON.stringify({ MembershipStatus: ['invited'] }),
    pageSize: 5,
  });
