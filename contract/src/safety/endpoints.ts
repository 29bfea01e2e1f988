import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { face } from '../people/endpoints.ts';
import { schemaNames } from '../schema-names.ts';

const params = z.strictObject({ uid: z.string().max(40) });
const done = z.object({ ok: z.literal(true) });

/** A person blocked by the caller. The caller can unblock or report them even if `isShown` is false. */
export const blocked = face.extend({
  since: z.string().describe('Instant in ISO 8601.'),
  isShown: z
    .boolean()
    .describe(
      'False if the caller couldn’t see this person even without the block (held, or no longer at school). The name and picture are then empty.',
    ),
});
schemaNames.add(blocked, { id: 'BlockedPerson' });
export type BlockedPerson = z.output<typeof blocked>;

export const listBlocks = endpoint({
  name: 'safety.blocks',
  summary: 'List people you blocked',
  description: 'Newest first. Limit: 500.',
  method: 'GET',
  path: '/api/v1/blocks',
  access: 'member',
  credential: 'bearer',
  reply: z.object({ items: z.array(blocked) }),
});

export const blockPerson = endpoint({
  name: 'safety.block',
  summary: 'Block a person',
  description:
    'The two people can no longer see each other anywhere, and their connection ends. Idempotent.',
  method: 'PUT',
  path: '/api/v1/blocks/{uid}',
  access: 'member',
  credential: 'bearer',
  params,
  reply: done,
  errors: ['person_not_found', 'cannot_block'],
});

export const unblockPerson = endpoint({
  name: 'safety.unblock',
  summary: 'Unblock a person',
  description: 'A connection that the block ended is not restored.',
  method: 'DELETE',
  path: '/api/v1/blocks/{uid}',
  access: 'member',
  credential: 'bearer',
  params,
  reply: done,
});
