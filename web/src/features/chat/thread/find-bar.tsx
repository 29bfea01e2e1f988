import { useNavigate } from '@tanstack/react-router';
import { CalendarSearch, CalendarX, X } from 'lucide-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useDebounced } from '../../../lib/debounce.ts';
import { useMessages } from '../../../lib/messages.ts';
import { conversationLink } from '../../../paths.ts';
import { IconButton } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { fieldDay } from '../chat-times.ts';
import { FoundMessages } from '../list/found-messages.tsx';
import { threadOf } from '../thread-store.ts';
import { useKeys } from '../../../lib/use-keys.ts';

/** Pause after the last input before jumping to a day, in milliseconds. */
const typingMs = 500;

/** Searches a conversation for words, or for the first message of a day. */
export function FindBar({
  conversation,
  kind,
  onDay,
  onClose,
}: {
  conversation: string;
  kind: 'words' | 'day';
  onDay: () => void;
  onClose: () => void;
}) {
  const { t } = useMessages();
  const bar = useRef<HTMLDivElement>(null);
  useKeys(bar, (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose();
  });
  const [typed, setTyped] = useState('');
  const [words, setWords] = useState('');
  useDebounced(typed.trim(), setWords);
  // The user just opened this bar with a button.
  useEffect(() => bar.current?.querySelector('input')?.focus(), []);
  const [day, setDay] = useState('');
  // The user's local day, which may differ from UTC. It updates when the field gets the focus.
  const [today, setToday] = useState(() => fieldDay(new Date()));
  const goTo = useGoToDay(conversation, day);
  return (
    <div ref={bar} className="border-t border-line px-3 py-2.5 md:px-5">
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          {kind === 'words' ? (
            <SearchField label={t('chat.findHere')} value={typed} onChange={setTyped} />
          ) : (
            <label className="flex items-center gap-3">
              <span className="shrink-0 text-sm font-medium">{t('chat.toDay')}</span>
              <input
                type="date"
                max={today}
                className="field max-w-48"
                onFocus={() => setToday(fieldDay(new Date()))}
                onChange={(event) => setDay(event.target.value)}
              />
            </label>
          )}
        </div>
        {kind === 'words' && (
          <IconButton
            label={t('chat.toDay')}
            icon={CalendarSearch}
            tooltipSide="bottom"
            className="sm:hidden"
            onClick={onDay}
          />
        )}
        <IconButton label={t('chat.findClose')} icon={X} onClick={onClose} />
      </div>
      {goTo.error && (
        <div className="pt-3">
          <ErrorState
            isSmall
            error={goTo.error}
            onRetry={() => goTo.mutate(day)}
            isRetrying={goTo.isPending}
          />
        </div>
      )}
      {goTo.data?.seq === null && (
        <div className="pt-3">
          <EmptyState isSmall icon={CalendarX} title={t('chat.noneFound')} />
        </div>
      )}
      {kind === 'words' && words.length >= 2 && (
        <div className="max-h-[45vh] overflow-y-auto pt-2">
          <FoundMessages words={words} conversation={conversation} />
        </div>
      )}
    </div>
  );
}

/** Scrolls to the first message on the chosen day. */
function useGoToDay(conversation: string, day: string) {
  const navigate = useNavigate();
  const asked = useRef('');
  const goTo = useMutation({
    mutationFn: async (from: string) => {
      const seq = await threadOf(conversation).jump({
        at: new Date(`${from}T00:00`).toISOString(),
      });
      return { from, seq };
    },
    onSuccess: async ({ from, seq }) => {
      // The user may have chosen another day during the call.
      if (seq === null || from !== asked.current) return;
      await navigate({
        ...conversationLink(conversation),
        search: { message: String(seq) },
        replace: true,
        resetScroll: false,
      });
    },
  });
  // While the user types a year, the date is far in the past until the last digit.
  useDebounced(
    day,
    (from) => {
      asked.current = from;
      if (!Number.isNaN(Date.parse(`${from}T00:00`))) goTo.mutate(from);
    },
    typingMs,
  );
  return goTo;
}
