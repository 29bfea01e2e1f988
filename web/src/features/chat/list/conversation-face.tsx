import type { Conversation } from '#contract/chat/conversations.endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { useStore } from '../../../lib/store.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { nameOf } from '../../people/person.ts';
import { titleOf } from '../conversation-title.ts';
import { online } from '../presence.ts';

type Shown = Pick<Conversation, 'kind' | 'people' | 'pictureUrl' | 'name'>;

/**
 * The picture of a conversation: for direct conversations, the other person with a presence dot; for groups, their
 * own picture or two faces.
 */
export function ConversationFace({ item, size = 3 }: { item: Shown; size?: number }) {
  const messages = useMessages();
  const present = useStore(online);
  const [first, second] = item.people;
  if (item.kind === 'direct' && first !== undefined)
    return (
      <span className="relative shrink-0">
        <Avatar name={nameOf(first)} photoUrl={first.photoUrl} size={size} />
        {present.has(first.uid) && (
          <span className="absolute end-0 bottom-0 size-3 rounded-full border-2 border-surface bg-good forced-edge">
            <span className="sr-only">{messages.t('chat.online')}</span>
          </span>
        )}
      </span>
    );
  if (item.pictureUrl === null && first !== undefined && second !== undefined) {
    const small = size * 0.68;
    return (
      <span className="relative shrink-0" style={{ width: `${size}rem`, height: `${size}rem` }}>
        <Avatar
          name={nameOf(second)}
          photoUrl={second.photoUrl}
          size={small}
          className="absolute end-0 top-0"
        />
        <Avatar
          name={nameOf(first)}
          photoUrl={first.photoUrl}
          size={small}
          className="absolute start-0 bottom-0 ring-2 ring-surface"
        />
      </span>
    );
  }
  return (
    <Avatar name={titleOf(item, messages)} photoUrl={item.pictureUrl} size={size} shape="square" />
  );
}
