import { idOf } from '../../../kernel/sql.ts';
import type { HandlerInput } from '#contract/endpoint.ts';
import type { sendMessage } from '#contract/chat/messages.endpoints.ts';
import type { Member } from '../../../kernel/actor.ts';
import type { Context } from '../../../kernel/context.ts';
import { problem } from '../../../kernel/http/problem.ts';
import { selectMembership } from '../chat.queries.ts';
import { isVisible, rangeOf } from '../chat.rules.ts';
import { cleanText, mentionedIn } from '../messages/message-text.ts';
import { selectHidden } from '../messages/messages.queries.ts';
import { firstLink } from '../../link-previews/first-link.ts';
import { selectFreshPreview } from '../../link-previews/link-previews.queries.ts';
import { lockUploads } from '../../uploads/uploads.queries.ts';
import { selectForwarded } from './sending.queries.ts';

/** Returns the forwarded text, files and preview of a message that the sender can read, or undefined. */
const passedOn = async (
  context: Context,
  me: Member,
  forward: NonNullable<HandlerInput<typeof sendMessage>['forward']>,
) => {
  const membership = await selectMembership(context.db, me.userId, idOf(forward.conversation));
  if (membership === undefined || !isVisible(membership)) throw problem('not_found');
  const { conversation, first, last } = rangeOf(membership);
  const isReadable = forward.seq >= first && forward.seq <= last;
  const [found, hidden] = await Promise.all([
    isReadable ? selectForwarded(context.db, conversation, forward.seq) : undefined,
    selectHidden(context.db, me.userId),
  ]);
  if (found === undefined || hidden.has(found.author_id)) throw problem('not_found');
  return found;
};

/** Returns the content of a message. Throws if it is empty, or its files are missing or belong to someone else. */
export const contentsOf = async (
  context: Context,
  me: Member,
  input: HandlerInput<typeof sendMessage>,
) => {
  const { db, clock } = context;
  const own = cleanText(input.text);
  const wanted = [...new Set(input.files.map(idOf))];
  const link = firstLink(own);
  const [source, attached, preview] = await Promise.all([
    input.forward === undefined ? undefined : passedOn(context, me, input.forward),
    lockUploads(db, wanted, me.userId),
    link === null ? undefined : selectFreshPreview(db, link, clock.now()),
  ]);
  if (attached.length < wanted.length) throw problem('chat_file_gone');
  const text = source === undefined ? own : source.text;
  const files = source === undefined ? wanted : await lockUploads(db, source.files);
  if (text === '' && files.length === 0) throw problem('chat_empty');
  return {
    text,
    files: source === undefined ? files : source.files.filter((id) => files.includes(id)),
    mentions: mentionedIn(text),
    forwarded: source !== undefined,
    preview: source?.preview_id ?? preview ?? null,
    link: source === undefined && preview === undefined ? link : null,
  };
};
