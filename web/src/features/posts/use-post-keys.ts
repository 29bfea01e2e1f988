import type { RefObject } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { useShortcuts } from '../../lib/shortcuts.ts';
import { commentOn } from './comment-on.ts';

/** Marks what a key presses: `data-key="like"` on the button of a post, `data-key="write"` on what opens the field for one. */
const pressed = (part: 'like' | 'comments' | 'write') => `[data-key="${part}"]`;

/** Keys of a feed: J and K go from post to post, L likes and C comments on the one that has the focus, N writes. */
export function usePostKeys(feed: RefObject<HTMLElement | null>): void {
  const { t } = useMessages();
  const all = () => [...(feed.current?.querySelectorAll<HTMLElement>('article[tabindex]') ?? [])];
  const current = () => all().find((post) => post.contains(document.activeElement));
  const step = (by: 1 | -1) => () => {
    const posts = all();
    const at = posts.findIndex((post) => post.contains(document.activeElement));
    // From elsewhere on the page it begins at the top.
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
