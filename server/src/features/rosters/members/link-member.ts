import { appendEntry } from '../../../kernel/security/audit.ts';
import { inTransaction, type Pool } from '../../../kernel/database/database.ts';
import type { SchoolId } from '../../../kernel/ids.ts';
import { InvalidCell } from '../../imports/imports.rules.ts';
import { lockImport } from '../../imports/imports.queries.ts';
import { ImportRefused } from '../../imports/problems.ts';
import { selectIdsByUsername } from '../../people/import/import.queries.ts';
import { sourcedId as readSourcedId } from '../cells.ts';
import { selectLinks, upsertLink } from './members.queries.ts';

/**
 * Links an existing person to a sourcedId, so that the next roster updates this person. Throws for unknown people and
 * deleted accounts, and if either is already linked. Waits for a running import.
 */
export const linkMember = (
  pool: Pool,
  school: SchoolId,
  given: { readonly username: string; readonly sourcedId: string },
  now: Date,
): Promise<{ readonly sourcedId: string }> =>
  inTransaction(pool, { school }, async (db) => {
    const sourcedId = readSourcedId(given.sourcedId.trim());
    if (sourcedId instanceof InvalidCell)
      throw new ImportRefused(`The sourcedId ${sourcedId.reason}.`);
    // The argument comes from a file or the command line, so its type isn't certain.
    if (typeof sourcedId !== 'string' || sourcedId === '')
      throw new ImportRefused('The sourcedId is empty.');
    await lockImport(db, school);
    const id = (await selectIdsByUsername(db, [given.username])).get(given.username);
    if (id === undefined)
      throw new ImportRefused(`No one at this school has the username ${given.username}.`);
    if (given.username === `erased-${id}`)
      throw new ImportRefused(`${given.username} has deleted their account.`);
    for (const link of await selectLinks(db, id, sourcedId)) {
      if (link.user_id === id)
        throw new ImportRefused(`${given.username} is already linked with ${link.sourced_id}.`);
      if (link.is_erased)
        throw new ImportRefused(`${sourcedId} belongs to a person who deleted their account.`);
      if (link.user_id !== null)
        throw new ImportRefused(`${sourcedId} is already linked with ${link.username}.`);
    }
    await upsertLink(db, school, id, sourcedId);
    await appendEntry(db, now, null, 'person_linked', { person: id, sourcedId });
    return { sourcedId };
  });
