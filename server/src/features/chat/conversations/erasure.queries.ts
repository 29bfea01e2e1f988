import { sql } from 'kysely';
import type { Db } from '../../../kernel/database/database.ts';

/** Deletes a person’s private chat data and reactions. Their messages are kept, because they also belong to the recipients. */
export const deleteTracesOf = async (db: Db, person: number): Promise<void> => {
  await sql`update participants set draft = '', muted_until = null, is_pinned = false, is_archived = false where user_id = ${person}`.execute(
    db,
  );
  await sql`with touched as (
      update conversations c set change = c.change + 1
      where c.id = any(array(select distinct x.conversation_id from reactions x where x.user_id = ${person})) returning c.id, c.change
    ),
    gone as (delete from reactions where user_id = ${person} returning conversation_id, seq)
    update messages m set change = touched.change from touched
    where m.conversation_id = touched.id and m.seq = any(array(select gone.seq from gone where gone.conversation_id = touched.id))`.execute(
    db,
  );
  await sql`delete from chat_preferences where user_id = ${person}`.execute(db);
  await sql`delete from message_versions where actor_id = ${person}`.execute(db);
};

/** Accepts a pending message request of two people. Returns false if there was none. */
export const updateRequestsAccepted = async (db: Db, conversation: number): Promise<boolean> => {
  const { numAffectedRows } = await sql`update participants set request_state = 'accepted'
    where conversation_id = ${conversation} and request_state in ('waiting', 'declined')`.execute(
    db,
  );
  return (numAffectedRows ?? 0n) > 0n;
};
