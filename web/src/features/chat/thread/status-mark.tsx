import { Check, CheckCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Face } from '#contract/people/endpoints.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Popover, preloadPopover } from '../../../ui/popover.tsx';
import { nameIn } from '../chat-names.ts';
import type { MessageStatus } from './receipts.ts';

interface StatusMarkProps {
  status: MessageStatus;
  isGroup: boolean;
  /** Shows the text to screen readers only. */
  isShort: boolean;
  people: ReadonlyMap<string, Face>;
  /** True if the focus is within the row. Only then is it a tab stop. */
  isNear: boolean;
}

/**
 * The status of the user's own message as an icon with text. In groups, it opens the names of the people who read it.
 */
export function StatusMark({ status, isGroup, isShort, people, isNear }: StatusMarkProps) {
  const messages = useMessages();
  const { t } = messages;
  const anchor = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const isRead = status.kind === 'read';
  const Icon = status.kind === 'sent' ? Check : CheckCheck;
  const words =
    status.kind === 'read'
      ? isGroup
        ? t('chat.readBy', { count: status.by.length, of: status.of })
        : t('chat.read')
      : t(status.kind === 'sent' ? 'chat.sent' : 'chat.arrived');
  const look = `flex items-center gap-1 ${isRead ? 'text-brand-text' : ''}`;
  const inside = (
    <>
      <Icon size={14} aria-hidden />
      <span className={isShort ? 'sr-only' : ''}>{words}</span>
    </>
  );
  if (status.kind !== 'read' || !isGroup) return <span className={look}>{inside}</span>;
  return (
    <>
      <button
        ref={anchor}
        type="button"
        tabIndex={isNear ? 0 : -1}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={preloadPopover}
        onClick={() => setOpen(true)}
        // The button is small, but its touch area is large enough for a finger.
        className={`${look} relative -m-1 rounded-control p-1 hover:underline after:absolute after:inset-0 touch:after:-inset-2.5`}
      >
        {inside}
      </button>
      {isOpen && (
        <Popover
          label={words}
          anchor={anchor}
          isOpen
          onClose={() => setOpen(false)}
          placement="bottom end"
          className="grid max-w-64 gap-1 p-4"
        >
          <p className="text-sm font-bold">{words}</p>
          <ul className="text-sm">
            {status.by.map((uid) => (
              <li key={uid} dir="auto" className="page-start">
                {nameIn(people, uid, messages)}
              </li>
            ))}
          </ul>
        </Popover>
      )}
    </>
  );
}
