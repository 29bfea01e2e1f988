import { Outlet } from '@tanstack/react-router';
import { useParams } from '../../lib/page.tsx';
import { useEffect } from 'react';
import errorWords from 'messages:en/error.*';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { mainRef } from '../../shell/main-ref.ts';
import { ConversationList } from './list/conversation-list.tsx';
import english from './messages/en.json';
import { followVisualHeight } from './visual-height.ts';

addEnglish(english);
// Failures from before this page loaded are shown here too, and no call loads the texts for them.
addEnglish(errorWords);

/**
 * The conversation list next to the open conversation; in windows narrower than 900 px, only one of the two. The window doesn't scroll, but
 * the columns do.
 */
export function ChatPage() {
  const { t } = useMessages();
  const { conversation } = useParams();
  const isOpen = conversation !== undefined;
  useEffect(followVisualHeight, []);
  return (
    <main
      ref={mainRef}
      data-still
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)] outline-none max-md:min-h-[calc(100dvh-var(--spacing-bottom-bar))] md:min-h-0 md:flex-1 min-[56.25rem]:grid-cols-[min(19rem,40vw)_minmax(0,1fr)] md:grid-rows-[minmax(0,1fr)] xl:grid-cols-[min(22rem,34vw)_minmax(0,1fr)]"
    >
      <div
        className={`min-h-0 border-line bg-surface max-md:min-h-[calc(100dvh-var(--spacing-bottom-bar))] min-[56.25rem]:border-e ${isOpen ? 'max-[56.25rem]:hidden' : ''}`}
      >
        <ConversationList openId={conversation ?? null} />
      </div>
      <div
        className={`min-h-0 min-w-0 bg-canvas ${isOpen ? 'max-md:fixed max-md:inset-x-0 max-md:top-0 max-md:z-30 max-md:h-(--visual-height,100dvh)' : 'max-[56.25rem]:hidden'}`}
      >
        {/* The list has the page's heading, and it's hidden in narrow windows. */}
        {isOpen && <h1 className="sr-only min-[56.25rem]:hidden">{t('chat.title')}</h1>}
        <Outlet />
      </div>
    </main>
  );
}
