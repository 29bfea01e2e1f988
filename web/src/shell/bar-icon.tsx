import { useQuery } from '@tanstack/react-query';
import { readUnread } from '#contract/chat/calls.ts';
import { callQuery } from '../lib/call.ts';
import { useMessages } from '../lib/messages.ts';
import { createStore, useStore } from '../lib/store.ts';
import { MenuIconOf } from './menu-target.tsx';
import type { ShownLink } from './menu.data.ts';

/** True once the page is idle (live-subscriptions.ts). The unread counts load then, and nothing waits for them. */
export const isAtRest = createStore(false);

/** An item's icon in a bar, with its unread count. */
export function BarIcon({ item }: { item: ShownLink }) {
  return (
    <span className="relative">
      <MenuIconOf item={item} size={22} />
      {item.type === 'chat' && <UnreadMessages />}
    </span>
  );
}

const shownMax = 99;

function UnreadMessages() {
  const { t, number } = useMessages();
  const { data } = useQuery({
    ...callQuery(readUnread, {}),
    enabled: useStore(isAtRest),
  });
  const count = data?.total ?? 0;
  if (count === 0) return null;
  return (
    <span className="forced-edge absolute -top-1.5 start-3.5 w-max min-w-4.5 rounded-full bg-brand px-1 text-center text-xs leading-4.5 font-bold whitespace-nowrap text-on-brand tabular-nums outline-2 outline-surface animate-appear">
      <span aria-hidden>{count > shownMax ? `${number(shownMax)}+` : number(count)}</span>
      <span className="sr-only">{t('nav.unread', { count })}</span>
    </span>
  );
}
