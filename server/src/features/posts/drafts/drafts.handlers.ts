import * as posts from '#contract/posts/endpoints.ts';
import { handle } from '../../../kernel/handle.ts';
import { idOf } from '../../../kernel/sql.ts';
import { readablePlace } from '../post-access.ts';
import { readerOf } from '../reader/post-reader.queries.ts';
import { deleteDraft, selectDraft, upsertDraft } from './drafts.queries.ts';

const placeOf = (club: string | undefined): number => (club === undefined ? 0 : idOf(club));

export const draftsHandlers = [
  handle(posts.readDraft, async ({ db, me }, { club, kind }) => {
    const row = await selectDraft(db, { me: me.userId, place: placeOf(club), kind });
    return {
      draft:
        row === undefined
          ? null
          : { title: row.title, text: row.text, savedAt: row.saved_at.toISOString() },
    };
  }),

  handle(posts.saveDraft, async (call, { club, kind, title, text }) => {
    const { db, schoolId, me, now } = call;
    // A club that the caller does not read gets no drafts.
    if (club !== undefined) await readablePlace(call, readerOf(call), idOf(club));
    const where = { me: me.userId, place: placeOf(club), kind };
    if (title === '' && text === '') await deleteDraft(db, where);
    else await upsertDraft(db, schoolId, where, { title, text, now });
    return { savedAt: now.toISOString() };
  }),
];
