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
  /** Pixels between anchor and popover. */
  offset?: number;
  children: ReactNode;
  className?: string;
}

/** What ui/popover.tsx shows. Import that one. */
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
        className="forced-edge max-w-[calc(100vw-1rem)] overflow-y-auto rounded-card border border-line raised shadow-float animate-settle"
      >
        <Dialog aria-label={label} className={`outline-none ${className}`}>
          {children}
        </Dialog>
      </Popover>
    </AriaProvider>
  );
}
