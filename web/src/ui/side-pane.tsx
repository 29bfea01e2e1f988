import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { useMessages } from '../lib/messages.ts';
import { IconButton } from './button.tsx';
import { Dialog } from './dialog.tsx';

/**
 * <SidePane of={uid} title="Ana Silva" as={isWide ? 'side' : 'modal'} opener={…} onClose={…} footer={<Button …/>}>…</SidePane>
 * What opens beside a list: there on wide windows, as a modal on others. Escape closes it and gives the focus back.
 */
interface SidePaneProps {
  /** Of what it is: another one in the same pane takes the focus anew. */
  of: string;
  title: string;
  /** The content has its own heading and way to close. */
  isBare?: boolean;
  as: 'side' | 'modal';
  /** Where the focus came from and goes back to, by what it is of. */
  opener: () => HTMLElement | null;
  onClose: () => void;
  /** What can be done; stays in sight. */
  footer?: ReactNode;
  /** Content that is bare is given how to close. */
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
    // Opened by a click or Enter in the list: the pane takes the focus; a shared link leaves it where it is.
    if (as === 'side' && (!isFirst.current || isOpener()))
      // It is in sight by itself, and taller than what the browser would scroll it into.
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
