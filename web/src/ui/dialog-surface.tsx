import { X } from 'lucide-react';
import { useRef, type ReactNode, type RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useMessages } from '../lib/messages.ts';
import { AriaProvider } from './aria-provider.tsx';
import { IconButton } from './button.tsx';
import { useDialogFocus } from './list-focus.ts';

export interface DialogSurfaceProps {
  title: string;
  /** Hides the title visually if the content has its own heading. */
  isTitleHidden?: boolean;
  isOpen: boolean;
  onClose: () => void;
  /** Buttons, the primary one last. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** `alertdialog` for questions that need an answer. A click outside doesn't close it. */
  role?: 'dialog' | 'alertdialog';
  /** Content without padding, for pictures. */
  isFlush?: boolean;
  children: ReactNode;
}

/** The content of ui/dialog.tsx. Import that one. */
const widths = { sm: 'sm:max-w-md', md: 'sm:max-w-lg', lg: 'sm:max-w-2xl' };

export function DialogSurface({
  title,
  isTitleHidden = false,
  isOpen,
  onClose,
  footer,
  size = 'md',
  role = 'dialog',
  isFlush = false,
  children,
}: DialogSurfaceProps) {
  const { t } = useMessages();
  const dialog = useRef<HTMLElement>(null);
  return (
    <AriaProvider>
      <ModalOverlay
        isOpen={isOpen}
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
        isDismissable={role === 'dialog'}
        data-covered
        className="fixed inset-0 z-40 flex items-end justify-center bg-scrim animate-appear sm:items-center sm:p-6"
      >
        <Modal
          className={`forced-edge flex max-h-[min(92dvh,56rem)] w-full flex-col overflow-hidden rounded-t-card raised shadow-float max-sm:animate-sheet sm:rounded-card sm:animate-settle ${widths[size]}`}
        >
          <Dialog
            ref={dialog}
            role={role}
            {...(isTitleHidden && { 'aria-label': title })}
            className="relative flex min-h-0 flex-1 flex-col outline-none"
          >
            <span
              aria-hidden
              className="absolute start-1/2 top-2 z-10 h-1 w-9 -translate-x-1/2 rounded-full bg-line-strong sm:hidden rtl:translate-x-1/2"
            />
            {!isTitleHidden && (
              <header className="flex items-center justify-between gap-4 px-5 pt-5 pb-3 sm:px-6">
                <Heading slot="title" className="text-lg">
                  {title}
                </Heading>
                {role === 'dialog' && (
                  <IconButton
                    label={t('dialog.close')}
                    icon={X}
                    className="-me-2"
                    onClick={onClose}
                  />
                )}
              </header>
            )}
            <div
              className={`min-h-0 flex-1 overflow-y-auto overscroll-contain ${isFlush ? '' : `px-5 sm:px-6 ${isTitleHidden ? 'pt-6' : ''} ${footer ? 'pb-2' : 'pb-6'}`}`}
            >
              {children}
            </div>
            {footer && (
              <footer className="flex flex-wrap justify-end gap-2 px-5 pt-3 pb-[max(1.25rem,env(safe-area-inset-bottom))] max-sm:[&>button]:flex-1 sm:px-6">
                {footer}
              </footer>
            )}
            <DialogFocus dialog={dialog} />
          </Dialog>
        </Modal>
      </ModalOverlay>
    </AriaProvider>
  );
}

/** Is mounted with the content of the dialog, unlike `DialogSurface`. */
function DialogFocus({ dialog }: { dialog: RefObject<HTMLElement | null> }) {
  useDialogFocus(dialog);
  return null;
}
