import { Suspense, useState } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import type { DialogSurfaceProps } from './dialog-surface.tsx';

/*
 * <Dialog title="Remove Connection" isOpen={…} onClose={…} footer={<>…buttons</>}>…</Dialog>
 * A modal on desktops, a sheet from below on phones. Holds the focus, gives it back, closes with Escape.
 * The machinery is loaded with the first opening; `preloadDialog` on pointer enter or focus hides that.
 */
export type DialogProps = DialogSurfaceProps;

const DialogSurface = lazyComponent(() => import('./dialog-surface.tsx'), 'DialogSurface');
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
