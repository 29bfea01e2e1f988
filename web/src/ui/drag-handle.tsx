import { GripVertical } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import { DropIndicator, type DropTarget } from 'react-aria-components/useDragAndDrop';

/** The handle to move a row, with the pointer or by keyboard (Enter, arrows, Enter). */
export const DragHandle = ({ label }: { label: string }) => (
  <Button
    slot="drag"
    aria-label={label}
    className="grid size-9 shrink-0 cursor-grab place-items-center rounded-control text-ink-3 outline-none hover:text-ink data-focus-visible:outline-2 data-focus-visible:outline-brand-text touch:size-11"
  >
    <GripVertical size={18} aria-hidden />
  </Button>
);

/** The line at the drop position. */
export const dropLine = (target: DropTarget) => (
  <DropIndicator
    target={target}
    className="-my-px h-0.5 rounded-full outline-none data-drop-target:bg-brand-text"
  />
);
