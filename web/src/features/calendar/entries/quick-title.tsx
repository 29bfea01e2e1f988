import type { Chrono } from 'chrono-node';
import { CalendarClock } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useSetValues } from '../../../kit/form.tsx';
import { useMessages } from '../../../lib/messages.ts';
import { rangeText } from '../calendar-times.ts';
import { loadChrono, readQuickEntry } from './quick-entry.ts';

interface TimedDraft {
  title: string;
  isAllDay: boolean;
  start: string | null;
  end: string | null;
}

interface QuickTitleProps {
  draft: TimedDraft;
  /** The times that the dialog opened with. */
  times: { readonly dateStart: string; readonly dateEnd: string };
  /** The title field. */
  children: ReactNode;
}

/**
 * Parses the date and time in the title of a new personal event, such as "Lunch Fri 12". It fills in the start and end while the user types,
 * and removes the date and time from the title when they leave the field.
 */
export function QuickTitle({ draft, times, children }: QuickTitleProps) {
  const messages = useMessages();
  const { t, locale } = messages;
  const set = useSetValues<TimedDraft>();
  const [chrono, setChrono] = useState<Chrono | null>(null);
  const [plain, setPlain] = useState<string | null>(null);
  const now = useRef(new Date());
  useEffect(() => {
    let isHere = true;
    // Without the library, for example offline, the field is an ordinary one.
    void loadChrono(locale).then(
      (loaded) => isHere && setChrono(loaded),
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [locale]);
  const found =
    chrono === null || draft.title === plain
      ? null
      : readQuickEntry(chrono, draft.title, times, now.current);
  const [start, end] = [found?.dateStart, found?.dateEnd];
  useEffect(() => {
    if (start !== undefined && end !== undefined) set({ start, end, isAllDay: false });
    // `set` is new in each render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [start, end]);
  const takeOut = () => {
    if (found) set({ title: found.title });
  };
  return (
    <div
      role="presentation"
      className="grid gap-1.5"
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) takeOut();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) takeOut();
      }}
    >
      {children}
      <div role="status" className="min-h-6 text-sm">
        {found && (
          <p className="flex flex-wrap items-center gap-x-2">
            <CalendarClock size={18} strokeWidth={1.75} aria-hidden className="text-brand-text" />
            <span className="font-medium tabular-nums">
              {rangeText(found.dateStart, found.dateEnd, messages)}
            </span>
            <button
              type="button"
              className="text-link min-h-6 touch:min-h-11"
              onClick={() => {
                setPlain(draft.title);
                set({ start: times.dateStart, end: times.dateEnd });
              }}
            >
              {t('calendar.quickIgnore')}
            </button>
          </p>
        )}
      </div>
    </div>
  );
}
