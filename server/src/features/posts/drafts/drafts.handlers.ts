import * as posts from '#contract/posts/drafts.endpoints.ts';
import { handle } from '../../../kernel/handle.ts';
import { idOf } from '../../../kernel/sql.ts';
import { lockUploads } from '../../uploads/uploads.queries.ts';
import { uploadView } from '../../uploads/uploads.views.ts';
import { readableClub, viewerOf } from '../post-access.ts';
import { mentionsIn } from '../posts.rules.ts';
import { mentionsView } from '../posts.views.ts';
import { readerOf } from '../reader/post-reader.queries.ts';
import { deleteDraft, draftUploads, selectDraft, upsertDraft } from './drafts.queries.ts';

const feedOf = (club: string | undefined): number => (club === undefined ? 0 : idOf(club));

export const draftsHandlers = [
  handle(posts.readDraft, async (call, { club, kind }) => {
    const where = { me: call.me.userId, feed: feedOf(club), kind };
    const row = await selectDraft(call.db, readerOf(call), where);
    if (row === undefined) return { draft: null };
    const { title, text, mentioned, settings, files, saved_at: savedAt } = row;
    const holder = { kind: draftUploads.kind, holder: where.me };
    return {
      draft: {
        // Older drafts lack these fields. They get the values of an empty composer.
        hub: null,
        asClub: false,
        aimedAt: [],
        publishAt: null,
        event: null,
        cover: null,
        poll: null,
        ...settings,
        title,
        text,
        ...mentionsView(text, mentioned),
        files: (files ?? []).map((file) => uploadView(viewerOf(call), holder, file)),
        savedAt: savedAt.toISOString(),
      },
    };
  }),

  handle(posts.saveDraft, async (call, { club, kind, title, text, files, ...composed }) => {
    const { db, schoolId, me, now } = call;
    // People can't keep drafts for a club whose posts they can't read.
    if (club !== undefined) await readableClub(call, readerOf(call), idOf(club));
    const where = { me: me.userId, feed: feedOf(club), kind };
    const isEmpty =
      title === '' &&
      text === '' &&
      files.length === 0 &&
      composed.poll === null &&
      composed.event === null;
    if (isEmpty) await deleteDraft(db, where);
    else {
      const wanted = [...new Set(files.map(idOf))];
      const own = new Set(await lockUploads(db, wanted, me.userId));
      await upsertDraft(db, schoolId, where, {
        title,
        text,
        mentions: mentionsIn(text),
        composed,
        files: wanted.filter((one) => own.has(one)),
        now,
      });
    }
    return { savedAt: now.toISOString() };
  }),
];
