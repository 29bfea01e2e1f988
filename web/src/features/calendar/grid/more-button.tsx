import { useRef, useState } from 'react';
import type { CalendarItem } from '#contract/calendar/endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Popover, preloadPopover } from '../../../ui/popover.tsx';
import { timeText, type Block } from '../calendar-times.ts';
import { dotClass } from '../dot-class.ts';
import { itemLabel, titleOf } from './item-block.tsx';

interface MoreButtonProps {
  /** The blocks that don't fit in the grid. */
  hidden: readonly Block[];
  /** All blocks at that time. */
  blocks: readonly Block[];
  onOpen: (item: CalendarItem, element: HTMLElement) => void;
}

/** Lists overlapping items, some of which don't fit in the grid. */
export function MoreButton({ hidden, blocks, onOpen }: MoreButtonProps) {
  const messages = useMessages();
  const { t, number } = messages;
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const label = t('calendar.more', { count: hidden.length });
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={`${label}: ${messages.list(hidden.map(({ item }) => titleOf(item, messages)))}`}
        onPointerEnter={preloadPopover}
        onFocus={preloadPopover}
        onClick={() => setOpen(true)}
        className="pointer-events-auto min-h-6 rounded-control border border-line-strong bg-surface px-1.5 text-xs font-bold tabular-nums hover:bg-fill touch:min-h-11 touch:min-w-11"
      >
        <bdi dir="ltr">+{number(hidden.length)}</bdi>
      </button>
      <Popover
        label={label}
        anchor={button}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        className="w-72 p-2"
      >
        <ul className="grid">
          {blocks.map(({ item }) => (
            <li key={item.key}>
              <button
                type="button"
                onClick={() => {
                  setOpen(false);
                  if (button.current) onOpen(item, button.current);
                }}
                className="flex min-h-11 w-full items-center gap-3 rounded-control px-2 py-1 text-start hover:bg-fill"
              >
                <span
                  aria-hidden
                  className={`size-2.5 shrink-0 rounded-full ${dotClass(item.color)}`}
                />
                <span className="sr-only">{itemLabel(item, true, messages)}</span>
                <span aria-hidden className="grid min-w-0">
                  <span className="truncate font-medium" dir="auto">
                    {titleOf(item, messages)}
                  </span>
                  <span className="text-sm text-ink-2 tabular-nums">
                    {timeText(item.dateStart, messages)} – {timeText(item.dateEnd, messages)}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </Popover>
    </>
  );
}
