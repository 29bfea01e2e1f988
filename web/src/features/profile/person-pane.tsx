import { useEffect, useEffectEvent, useRef } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ProfileView } from './profile-view.tsx';

/** A person opened from a list: beside it on wide windows, as a modal on others. Closing gives the focus back to their card. */
export function PersonPane({
  uid,
  as,
  onClose,
}: {
  uid: string;
  as: 'side' | 'modal';
  onClose: () => void;
}) {
  const { t } = useMessages();
  const pane = useRef<HTMLElement>(null);
  const isFirst = useRef(true);

  useEffect(() => {
    // Opened by a click or Enter on a card: the pane takes the focus; a shared link leaves it where it is.
    if (as === 'side' && (!isFirst.current || document.activeElement?.closest('[data-uid]')))
      pane.current?.focus();
    isFirst.current = false;
  }, [uid, as]);

  const close = () => {
    onClose();
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-uid="${CSS.escape(uid)}"] a`)?.focus(),
    );
  };
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) close();
  });
  useEffect(() => {
    const element = pane.current;
    const listen = (event: KeyboardEvent) => onEscape(event);
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, [as]);

  if (as === 'modal') {
    return (
      <Dialog title={t('person.title')} isTitleHidden isFlush isOpen onClose={close}>
        <ProfileView key={uid} uid={uid} as="card" onClose={close} />
      </Dialog>
    );
  }
  return (
    <aside
      ref={pane}
      tabIndex={-1}
      aria-label={t('person.title')}
      className="sticky top-(--top-bar) h-[calc(100dvh-var(--top-bar))] overflow-y-auto border-s border-line bg-surface outline-none [--ground:var(--surface)] animate-appear"
    >
      <ProfileView key={uid} uid={uid} as="card" onClose={close} />
    </aside>
  );
}
