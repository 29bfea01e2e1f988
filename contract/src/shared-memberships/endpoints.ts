import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { schemaNames } from '../schema-names.ts';

/** Maximum number of items of each type. */
export const sharedMax = 12;

const sharedMemberships = z.object({
  clubs: z
    .array(z.object({ id: z.string(), name: z.string(), logoUrl: z.string().nullable() }))
    .describe('Clubs that both people are members of. At most 12.'),
  events: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        dateStart: z.iso.datetime(),
        occurrence: z.string().describe('Date within a series, or the event’s only date.'),
      }),
    )
    .describe('Upcoming events that both people are registered for, soonest first. At most 12.'),
  courses: z
    .array(z.object({ id: z.string(), number: z.string(), title: z.string() }))
    .describe('Current courses with a section that lists both people. At most 12.'),
});
schemaNames.add(sharedMemberships, { id: 'SharedMemberships' });
export type SharedMemberships = z.output<typeof sharedMemberships>;

export const getSharedMemberships = endpoint({
  name: 'shared-memberships.get',
  summary: 'Get shared clubs, events and courses',
  description:
    'Returns the clubs, upcoming events and courses that the caller shares with a person. Leaves out memberships and registrations that the caller can’t see on the page of the club, event or course. Empty if the caller can’t open the person’s profile.',
  method: 'GET',
  path: '/api/v1/people/{uid}/shared-memberships',
  access: 'member',
  credential: 'bearer',
  scope: 'read',
  params: z.strictObject({ uid: z.string().max(40) }),
  reply: sharedMemberships,
  errors: ['person_not_found'],
});
