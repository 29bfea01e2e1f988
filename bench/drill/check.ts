import type { Pool } from '#server/kernel/database/database.ts';
import type { LiveSchool } from '../live/campus.ts';
import type { Log, Person } from './person.ts';

interface Stored {
  conversation_id: number;
  seq: number;
  client_id: string;
  text: string;
}

/** Compares the acknowledged messages and each person's messages with the database. */
export const checkAgainstDatabase = async (
  pool: Pool,
  live: LiveSchool,
  people: readonly Person[],
  logs: readonly Log[],
): Promise<{ found: string[]; messages: { lost: number; doubled: number; different: number } }> => {
  const found: string[] = [];
  const client = await pool.raw.connect();
  let rows: Stored[];
  try {
    await client.query(`set commons.school_id = '${live.school}'`);
    ({ rows } = await client.query<Stored>(
      'select conversation_id, seq, client_id, text from messages where school_id = $1 order by conversation_id, seq',
      [live.school],
    ));
  } finally {
    client.release(true);
  }
  const byClient = new Map<string, Stored[]>();
  const byConversation = new Map<number, Stored[]>();
  for (const row of rows) {
    byClient.set(row.client_id, [...(byClient.get(row.client_id) ?? []), row]);
    const own = byConversation.get(row.conversation_id) ?? [];
    own.push(row);
    byConversation.set(row.conversation_id, own);
  }
  let [lost, doubled, different] = [0, 0, 0];
  for (const { acknowledged } of logs)
    for (const [clientId, { conversation, seq, text }] of acknowledged) {
      const stored = byClient.get(clientId) ?? [];
      if (stored.length > 1) doubled += 1;
      const [one] = stored;
      if (
        one === undefined ||
        one.seq !== seq ||
        one.text !== text ||
        one.conversation_id !== conversation
      ) {
        lost += 1;
        if (lost < 5)
          found.push(
            `acknowledged ${clientId} at ${conversation}/${seq}, stored ${JSON.stringify(one)}`,
          );
      }
    }
  for (const [conversation, own] of byConversation)
    if (own.some(({ seq }, index) => seq !== index + 1))
      found.push(`conversation ${conversation} has gaps`);
  const sign = (list: readonly { seq: number; text: string; clientId: string | null }[]) =>
    list.map(({ seq, text, clientId }) => `${seq} ${clientId} ${text}`).join('\n');
  for (const [index, person] of people.entries()) {
    // Only a few people read the large room completely, because it is the same for all.
    for (const conversation of [
      live.pairs[Math.floor(index / 2)] ?? 0,
      ...(index % 40 === 0 ? [live.room] : []),
    ]) {
      const expected = sign(
        (byConversation.get(conversation) ?? []).map((row) => ({
          ...row,
          clientId: row.client_id,
        })),
      );
      const holds = sign(await person.whole(conversation));
      if (holds === expected) continue;
      different += 1;
      if (different < 5)
        found.push(
          `person ${index} holds ${holds.split('\n').length} of ${expected.split('\n').length} messages of ${conversation}`,
        );
    }
  }
  if (lost + doubled + different > 0)
    found.push(`${lost} lost, ${doubled} doubled, ${different} readers differ`);
  return { found, messages: { lost, doubled, different } };
};
