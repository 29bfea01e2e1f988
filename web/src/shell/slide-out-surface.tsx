import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { menuRem } from '#contract/layout.ts';
import { useMessages } from '../lib/messages.ts';
import { useSchool } from '../lib/school.ts';
import { AriaProvider } from '../ui/aria-provider.tsx';
import { IconButton } from '../ui/button.tsx';
import { closeMenus } from './menus.ts';
import { SchoolMark } from './school-mark.tsx';

/** The content of slide-out.tsx. Import that one. It traps and returns the focus, and closes with Escape or a click outside. */
export function SlideOutSurface({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const { t } = useMessages();
  const school = useSchool();
  return (
    <AriaProvider>
      <ModalOverlay
        isOpen={isOpen}
        onOpenChange={(next) => {
          if (!next) closeMenus();
        }}
        isDismissable
        data-covered
        className="fixed inset-0 z-40 flex bg-scrim animate-appear"
      >
        <Modal
          style={{ width: `min(${menuRem}rem, 100vw)` }}
          className="forced-edge flex h-dvh flex-col raised shadow-float animate-slide"
        >
          <Dialog
            aria-label={t('menu.title')}
            className="flex min-h-0 flex-1 flex-col outline-none"
          >
            <header className="flex items-center gap-3 border-b border-line py-2.5 ps-5 pe-3">
              <SchoolMark size={2} />
              <p dir="auto" className="page-start min-w-0 flex-1 truncate font-bold">
                {school.name}
              </p>
              <IconButton label={t('dialog.close')} icon={X} onClick={closeMenus} />
            </header>
            <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </AriaProvider>
  );
}
