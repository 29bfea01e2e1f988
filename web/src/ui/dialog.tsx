import { Suspense, useState } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import type { DialogSurfaceProps } from './dialog-surface.tsx';

/*
 * <Dialog title="Remove Connection" isOpen={…} onClose={…} footer={<>…buttons</>}>…</Dialog>
 * A modal on desktops, a bottom sheet on phones. It traps and returns the focus, and closes with Escape. Its code loads on
 * first use; `preloadDialog` on pointer enter or focus hides the delay.
 */
export type DialogProps = DialogSurfaceProps;

const DialogSurface = lazyComponent(() => import('./dialog-surface.tsx'), 'DialogSurface');
export const preloadDialog = DialogSurface.preload;

export function Dialog(props: DialogProps) {
  // Stays mounted after the first opening, so that closing can be animated.
  const [wasOpen, setWasOpen] = useState(props.isOpen);
  if (props.isOpen && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Suspense fallback={null}>
      <DialogSurface {...props} />
    </Suspense>
  );
}
