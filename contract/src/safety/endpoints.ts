import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { face } from '../people/endpoints.ts';

const params = z.strictObject({ uid: z.string().max(40) });
const done = z.object({ ok: z.literal(true) });

/** Somebody whom the caller has blocked. The block can be taken back and the person reported, shown or not. */
export const blocked = face.extend({
  since: z.string().describe('Instant, ISO 8601'),
  isShown: z
    .boolean()
    .describe(
      'false: beside the block, too, the caller would not see the person now (held, or no longer at school); names are empty and there is no picture',
    ),
});
export type Blocked = z.output<typeof blocked>;

export const listBlocks = endpoint({
  name: 'safety.blocks',
  summary: 'People the caller has blocked, newest first, at most 500.',
  method: 'GET',
  path: '/api/v1/blocks',
  access: 'member',
  credential: 'bearer',
  reply: z.object({ items: z.array(blocked) }),
});

export const blockPerson = endpoint({
  name: 'safety.block',
  summary:
    'Block a person: the two vanish for each other everywhere and their connection ends. Doing it twice changes nothing.',
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
  summary: 'Take a block back. A connection that ended with it does not come back.',
  method: 'DELETE',
  path: '/api/v1/blocks/{uid}',
  access: 'member',
  credential: 'bearer',
  params,
  reply: done,
});
