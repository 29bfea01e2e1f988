import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { face } from '../people/endpoints.ts';
import { eventTimes } from './endpoints.ts';
import { proposalStates } from './limits.ts';
import { schemaNames } from '../schema-names.ts';

/* Events that members propose. Other event calls create, edit and read them; approval calls decide and withdraw them. */

const proposal = z.object({
  id: z.string().describe('ID of the event.'),
  title: z.string(),
  ...eventTimes,
  isRecurring: z.boolean(),
  club: z.object({ id: z.string(), name: z.string(), logo: z.string().nullable() }),
  state: z.enum(proposalStates),
  isReturned: z.boolean().describe('True if it is open and the officers requested changes.'),
  isMine: z.boolean(),
  proposer: face.nullable().describe('Proposer, or null if their account was deleted.'),
  submission: z.string().nullable().describe('ID of the submission for approval calls, or null.'),
  sentAt: z.string().nullable().describe('Time of the submission, or null.'),
});
schemaNames.add(proposal, { id: 'EventProposal' });
export type EventProposal = z.output<typeof proposal>;

export const listEventProposals = endpoint({
  access: 'member',
  credential: 'bearer',
  name: 'events.proposals',
  summary: 'List event proposals',
  description:
    'Returns the caller’s proposals, newest first. With `club`, returns those to this club’s officers; for people who manage its events, all open ones. Also returns whether the caller can create or propose events there. Limit: 50.',
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
      .nullable()
      .describe('Club of the request, with the caller’s rights, or null without `club`.'),
  }),
  errors: ['not_found'],
});
