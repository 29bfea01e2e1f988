import { Suspense, useState, type ReactNode } from 'react';
import { laterPart } from '../lib/later-part.ts';

/*
 * <Dialog title="Remove Connection" isOpen={…} onClose={…} footer={<>…buttons</>}>…</Dialog>
 * A modal on desktops, a sheet from below on phones. Holds the focus, gives it back, closes with Escape.
 * The machinery is loaded with the first opening; `preloadDialog` on pointer enter or focus hides that.
 */
export interface DialogProps {
  title: string;
  /** The title is said but not shown; the content has its own heading. */
  isTitleHidden?: boolean;
  isOpen: boolean;
  onClose: () => void;
  /** Buttons; the primary one last. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** `alertdialog` for questions that must be answered; a click beside it does not close it. */
  role?: 'dialog' | 'alertdialog';
  /** Content to the edges, for pictures. */
  isFlush?: boolean;
  children: ReactNode;
}

const DialogSurface = laterPart(() => import('./dialog-surface.tsx'), 'DialogSurface');
export const preloadDialog = DialogSurface.preload;

export function Dialog(props: DialogProps) {
  // Stays mounted after the first opening, so that closing can be shown.
  const [wasOpen, setWasOpen] = useState(props.isOpen);
  if (props.isOpen && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Suspense fallback={null}>
      <DialogSurface {...props} />
    </Suspense>
  );
}
