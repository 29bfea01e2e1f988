import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { face } from '../people/endpoints.ts';
import { eventTimes } from './endpoints.ts';
import { proposalStates } from './limits.ts';

/* Events that members propose. They are made, edited and read as other events; deciding and withdrawing are calls of approvals. */

const proposal = z.object({
  id: z.string().describe('Of the event'),
  title: z.string(),
  ...eventTimes,
  isRecurring: z.boolean(),
  club: z.object({ id: z.string(), name: z.string(), logo: z.string().nullable() }),
  state: z.enum(proposalStates),
  isReturned: z.boolean().describe('Open, and the officers asked for changes'),
  isMine: z.boolean(),
  proposer: face.nullable().describe('null: their account was erased'),
  submission: z.string().nullable().describe('Id for the calls of approvals'),
  sentAt: z.string().nullable(),
});
export type EventProposal = z.output<typeof proposal>;

export const listEventProposals = endpoint({
  access: 'member',
  credential: 'bearer',
  name: 'events.proposals',
  summary:
    'Events that the caller proposed, newest first, up to 50. With `club` those to its officers, and for whoever manages its events all that are open; and whether the caller may make or propose events there.',
  method: 'GET',
  path: '/api/v1/event-proposals',
  scope: 'read',
  query: z.strictObject({ club: z.string().max(40).optional() }),
  reply: z.object({
    items: z.array(proposal),
    club: z
      .object({
        id: z.string(),
        name: z.string(),
        mayCreate: z.boolean(),
        mayPropose: z.boolean(),
      })
      .nullable(),
  }),
  errors: ['not_found'],
});
