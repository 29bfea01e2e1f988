import { sql } from 'kysely';
import { selectFileUse, type UploadReference } from '../../../kernel/feature.ts';
import type { Holder } from '../../uploads/upload-address.ts';

/** Files in messages. Their addresses contain the conversation. */
export const messageUploads: UploadReference = {
  kind: 'chat',
  isUsed: sql`exists (select from message_files l where l.upload_id = f.id)`,
  isReferencedBy: (conversation) =>
    sql`exists (select from message_files l where l.upload_id = f.id and l.conversation_id = ${conversation})`,
  storageType: 'chat',
  uses: selectFileUse(
    'chat',
    sql`p.conversation_id`,
    sql`from message_files l left join participants p on p.school_id = l.school_id and p.conversation_id = l.conversation_id
      and p.user_id = f.owner_id and p.left_seq is null
      where l.school_id = f.school_id and l.upload_id = f.id`,
    { message: sql`case when p.user_id is not null then l.seq end` },
  ),
};

/** Returns the conversation as the holder of a file. */
export const inConversation = (conversation: number): Holder => ({
  kind: messageUploads.kind,
  holder: conversation,
});
