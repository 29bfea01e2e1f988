import fc from 'fast-check';
import { expect, test } from 'vitest';
import { effort } from '../../../../test/effort.ts';
import { inWorld } from '../../../../test/world.ts';
import { inTransaction } from '../../../kernel/database/database.ts';
import { selectSearchChunks } from './search.queries.ts';
import { joinParticles, plainChunks } from './search.rules.ts';

const world = inWorld();

test('the server folds plain text the same way as the database', async () => {
  // If only the database can normalize a letter, it gets the whole text.
  const other = { joined: 'e', parts: ['e'] };
  const text = fc.string({
    unit: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(' ', 'mc ', 'de la ', "O'", '-', '_', 'Ab') },
      { weight: 5, arbitrary: fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }) },
      { weight: 1, arbitrary: fc.constant('x'.repeat(61)) },
    ),
    maxLength: 12,
  });
  await inTransaction(world.pool, { school: world.school }, async (db) => {
    await fc.assert(
      fc.asyncProperty(text, async (typed) => {
        const plain = plainChunks(typed, 30);
        expect(plain).not.toBeNull();
        expect(joinParticles([...(plain ?? []), other])).toEqual(
          await selectSearchChunks(db, `${typed} é`, 31),
        );
      }),
      { numRuns: effort({ quick: 100, full: 2_000 }) },
    );
  });
});
