import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useMessages } from '../lib/messages.ts';
import { IconButton } from './button.tsx';
import { Dialog } from './dialog.tsx';

/**
 * <SidePane of={uid} title="Ana Silva" as={isWide ? 'side' : 'modal'} opener={…} onClose={…} footer={<Button
 * …/>}>…</SidePane>
 * A pane next to a list on wide windows, otherwise a modal. Escape closes it and returns the focus.
 */
interface SidePaneProps {
  /** The ID of its content. A new ID focuses the pane again. */
  of: string;
  title: string;
  /** The content has its own heading and close button. */
  isBare?: boolean;
  as: 'side' | 'modal';
  /** Returns the element that gets the focus back, by the pane's ID. */
  opener: () => HTMLElement | null;
  onClose: () => void;
  /** Actions that stay visible. */
  footer?: ReactNode;
  /** Bare content receives the close function. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

export function SidePane({
  of,
  title,
  isBare = false,
  as,
  opener,
  onClose,
  footer,
  children,
}: SidePaneProps) {
  const { t } = useMessages();
  const pane = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  const isOpener = useEffectEvent(() => opener()?.contains(document.activeElement) === true);

  useEffect(() => {
    // If the pane was opened from the list by a click or Enter, it gets the focus. A shared link leaves the focus where it
    // is.
    if (as === 'side' && (!isFirst.current || isOpener()))
      // The pane is already visible, and taller than what the browser would scroll to.
      pane.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [of, as]);

  const close = () => {
    onClose();
    requestAnimationFrame(() => opener()?.focus());
  };
  const content = typeof children === 'function' ? children(close) : children;
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) close();
  });
  useEffect(() => {
    const element = pane.current;
    const listen = (event: KeyboardEvent) => onEscape(event);
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, [as]);

  if (as === 'modal')
    return (
      <Dialog
        title={title}
        isTitleHidden={isBare}
        isFlush={isBare}
        isOpen
        onClose={close}
        footer={footer}
      >
        {content}
      </Dialog>
    );
  return (
    <aside
      ref={pane}
      data-side-pane
      tabIndex={-1}
      aria-label={title}
      className="sticky top-(--top-bar) flex h-[calc(100dvh-var(--top-bar))] flex-col border-s border-line bg-surface outline-none [--ground:var(--surface)] animate-appear"
    >
      {!isBare && (
        <header className="flex min-h-14 items-center gap-2 border-b border-line ps-5 pe-2">
          <h2 className="min-w-0 flex-1 truncate" dir="auto">
            {title}
          </h2>
          <IconButton label={t('dialog.close')} icon={X} onClick={close} />
        </header>
      )}
      <div className={`min-h-0 flex-1 overflow-y-auto ${isBare ? '' : 'p-5'}`}>{content}</div>
      {footer && (
        <footer className="flex flex-wrap justify-end gap-2 border-t border-line p-3">
          {footer}
        </footer>
      )}
    </aside>
  );
}
