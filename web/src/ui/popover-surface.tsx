import type { ReactNode, RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { AriaProvider } from './aria-provider.tsx';

export interface PopoverSurfaceProps {
  label: string;
  anchor: RefObject<HTMLElement | null>;
  isOpen: boolean;
  onClose: () => void;
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'end bottom';
  /** Distance between anchor and popover in pixels. */
  offset?: number;
  children: ReactNode;
  className?: string;
}

/** Distance between a popover and the window's edges in pixels. */
const edge = 12;

/** The content of ui/popover.tsx. Import that one. */
export function PopoverSurface({
  label,
  anchor,
  isOpen,
  onClose,
  placement = 'bottom start',
  offset = 8,
  children,
  className = 'w-72 p-4',
}: PopoverSurfaceProps) {
  return (
    <AriaProvider>
      <Popover
        triggerRef={anchor}
        isOpen={isOpen}
        onOpenChange={(open) => {
          if (!open) onClose();
        }}
        placement={placement}
        offset={offset}
        // Next to its anchor, it may be as high as the window, but the library subtracts the distance to both edges.
        {...(placement === 'end bottom' && { maxHeight: window.innerHeight - 2 * edge })}
        containerPadding={edge}
        className="forced-edge max-w-[calc(100vw-1rem)] overflow-y-auto rounded-card border border-line raised shadow-float animate-settle"
      >
        <Dialog aria-label={label} className={`outline-none ${className}`}>
          {children}
        </Dialog>
      </Popover>
    </AriaProvider>
  );
}
