import * as events from '#contract/events/manage.endpoints.ts';
import { pictureUpload } from '#contract/people/picture-crop.ts';
import { transact } from '../../../kernel/context.ts';
import { cutCenter } from '../../../kernel/files/picture-encoding.ts';
import { storeRenditions } from '../../../kernel/files/renditions.ts';
import { withUpload } from '../../../kernel/files/upload.ts';
import { handle, handleWithoutTransaction, type Call } from '../../../kernel/handle.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { countUse } from '../../../kernel/security/rate-limits.ts';
import { orNotFound } from '../../../kernel/sql.ts';
import { fileUrl } from '../../people/people.views.ts';
import { editableEvent, logEventAction } from '../event-access.ts';
import { updateCover } from '../events.queries.ts';
import { isCoverUsed } from './setup.queries.ts';

/** Maximum event pictures per person and hour. Each takes the server seconds. */
const hourly = { max: 40, seconds: 3_600 };

const change = async (call: Call, id: string, name: string | null) => {
  const row = await editableEvent(call, id);
  const { before } = orNotFound(await updateCover(call.db, row.id, name));
  // A duplicate uses the same file.
  if (before !== null && before !== name && !(await isCoverUsed(call.db, before)))
    await emit(call, 'files_dropped', { names: [before] });
  if (before !== name) await logEventAction(call, row, 'changed');
  return { cover: fileUrl(name) };
};

export const coverHandlers = [
  // Access is checked before the file is read, and again before it is stored, because encoding takes seconds.
  handleWithoutTransaction(events.setEventCover, async (call, { id, upload }) => {
    const { me, now, schoolId } = call;
    const inside = { me, now, schoolId };
    await transact(call, (context) => editableEvent({ ...context, ...inside }, id), {
      readOnly: true,
    });
    await countUse(call, `event-cover:${me.userId}`, hourly);
    return withUpload(`${schoolId}:${me.userId}`, upload, pictureUpload.maxBytes, async (bytes) => {
      const set = await cutCenter(bytes, 'cover');
      const name = await storeRenditions(call, set);
      return transact(call, (context) => change({ ...context, ...inside }, id, name));
    });
  }),

  handle(events.removeEventCover, async (call, { id }) => change(call, id, null)),
];
