import { openCourseChat } from '#contract/chat/course-chats.endpoints.ts';
import { handle } from '../../../kernel/handle.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { emit } from '../../../kernel/jobs/outbox.ts';
import { orNotFound, idOf } from '../../../kernel/sql.ts';
import { lockConversations, selectState } from '../chat.queries.ts';
import { insertParticipants } from '../conversations/groups.queries.ts';
import { viewOwn } from '../conversations/own-conversations.ts';
import { announce, broadcastMoved } from '../messages/announcing.ts';
import { countChange } from '../messages/changes.queries.ts';
import { countRateLimit } from '../rate-limits.ts';
import { insertChat, selectSectionChat, updateOpened } from './course-chats.queries.ts';

export const courseChatsHandlers = [
  // Opens a course chat for people in the course, and creates it the first time. If the school has turned course chats off, people can
  // still read existing ones.
  handle(openCourseChat, async (call, input) => {
    const { db, me } = call;
    await countRateLimit(call, 'change');
    const section = idOf(input.section);
    const before = orNotFound(await selectSectionChat(db, me.userId, section));
    if (!before.is_active) throw problem('not_found');
    if (before.conversation === null) {
      if (!before.is_on) throw problem('course_chats_off');
      await insertChat(call, me.userId, section);
      call.nudge('sections_changed');
    }
    const sectionChat =
      before.conversation === null
        ? orNotFound(await selectSectionChat(db, me.userId, section))
        : before;
    const { conversation } = sectionChat;
    if (conversation === null) throw problem('unavailable');
    if (!sectionChat.is_in) {
      // They weren't added because of their directory hold.
      await lockConversations(db, [conversation]);
      const { last_seq: last } = orNotFound(await selectState(db, conversation));
      const change = await countChange(db, conversation);
      const numbers = { seq: last + 1, change, isShown: true };
      await insertParticipants(call, conversation, [me.userId], numbers);
      await announce(call, conversation, change);
      // The handler of this event makes teachers its owners.
      await emit(call, 'sections_changed', { sections: [section] });
    }
    if (sectionChat.has_opened) return viewOwn(call, conversation);
    await updateOpened(db, conversation, me.userId);
    if (sectionChat.is_shown) return viewOwn(call, conversation);
    const [view] = await Promise.all([
      viewOwn(call, conversation),
      broadcastMoved(call, conversation, { into: [me.userId] }),
    ]);
    return view;
  }),
];
