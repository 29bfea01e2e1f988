import type { RefObject } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { commentOn } from './comment-on.ts';

/**
 * Returns the selector of an element that a shortcut clicks: `data-key="like"` on a post's button, `data-key="write"` on the
 * button that opens the composer.
 */
const pressed = (part: 'like' | 'comments' | 'write') => `[data-key="${part}"]`;

/**
 * Keyboard shortcuts of a feed: J and K move between posts, L likes and C comments on the focused one, and N starts a new
 * post.
 */
export function usePostKeys(feed: RefObject<HTMLElement | null>): void {
  const { t } = useMessages();
  const all = () => [...(feed.current?.querySelectorAll<HTMLElement>('article[tabindex]') ?? [])];
  const current = () => all().find((post) => post.contains(document.activeElement));
  const step = (by: 1 | -1) => () => {
    const posts = all();
    const at = posts.findIndex((post) => post.contains(document.activeElement));
    // If no post has the focus, start at the top.
    const next = at === -1 ? posts[0] : posts[at + by];
    next?.focus({ preventScroll: true });
    next?.scrollIntoView({ block: 'center' });
  };
  const press = (part: 'like' | 'comments') => () =>
    current()?.querySelector<HTMLElement>(pressed(part))?.click();
  const comment = () => {
    const post = current();
    if (!post) return;
    commentOn.set(post.dataset['post'] ?? null);
    if (!post.querySelector(`${pressed('comments')}[aria-expanded=true]`)) press('comments')();
  };
  useShortcuts([
    { key: 'j', label: t('posts.key_next'), run: step(1) },
    { key: 'k', label: t('posts.key_previous'), run: step(-1) },
    { key: 'l', label: t('posts.key_like'), run: press('like') },
    { key: 'c', label: t('posts.key_comment'), run: comment },
    {
      key: 'n',
      label: t('posts.key_write'),
      run: () => feed.current?.querySelector<HTMLElement>(pressed('write'))?.click(),
    },
  ]);
}
