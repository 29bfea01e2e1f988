import { page } from '../../lib/page.tsx';
import { paths } from '../../paths.ts';
import { layout, section } from '../../routing.ts';

const chat = layout(
  'chat-page',
  page(() => import('./chat-page.tsx'), 'ChatPage'),
);

export const routes = [
  chat,
  section(
    chat,
    paths.chat,
    page(() => import('./chat-home.tsx'), 'ChatHome'),
    'uid',
    'folder',
  ),
  section(
    chat,
    paths.conversation,
    page(() => import('./conversation-page.tsx'), 'ConversationPage'),
    'message',
    'folder',
    'find',
    'panel',
  ),
] as const;
