import { Suspense, useState } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import type { PopoverSurfaceProps } from './popover-surface.tsx';

/*
 * <Popover label="Year" anchor={ref} isOpen={…} onClose={…}>…</Popover>
 * Floats at its anchor on all screen sizes. A click outside or Escape closes it and returns the focus. The trigger is an
 * ordinary button with aria-haspopup="dialog" and aria-expanded.
 */
export type PopoverProps = PopoverSurfaceProps;

const PopoverSurface = lazyComponent(() => import('./popover-surface.tsx'), 'PopoverSurface');
export const preloadPopover = PopoverSurface.preload;

export function Popover(props: PopoverProps) {
  const [wasOpen, setWasOpen] = useState(props.isOpen);
  if (props.isOpen && !wasOpen) setWasOpen(true);
  if (!wasOpen) return null;
  return (
    <Suspense fallback={null}>
      <PopoverSurface {...props} />
    </Suspense>
  );
}
