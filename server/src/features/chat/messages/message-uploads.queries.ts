import { sql } from 'kysely';
import type { UploadReference } from '../../../kernel/feature.ts';
import type { Holder } from '../../uploads/upload-address.ts';

/** Files of messages; addressed by their conversation. */
export const messageUploads: UploadReference = {
  kind: 'chat',
  isNamed: sql`exists (select from message_files l where l.upload_id = f.id)`,
  isReferencedBy: (conversation) =>
    sql`exists (select from message_files l where l.upload_id = f.id and l.conversation_id = ${conversation})`,
};

/** The conversation that a file of a message is opened in. */
export const inConversation = (conversation: number): Holder => ({
  kind: messageUploads.kind,
  holder: conversation,
});
