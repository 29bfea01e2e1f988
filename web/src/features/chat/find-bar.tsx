import { CalendarSearch, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useDebounced } from '../../lib/debounce.ts';
import { useMessages } from '../../lib/messages.ts';
import { useNavigate } from '../../lib/router/hooks.ts';
import { conversationPath } from '../../paths.ts';
import { IconButton } from '../../ui/button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { FoundMessages } from './found-messages.tsx';
import { threadOf } from './thread-store.ts';
import { useKeys } from './use-keys.ts';

/** Finds words in a conversation, or the first message of a day. */
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
  const navigate = useNavigate();
  const bar = useRef<HTMLDivElement>(null);
  useKeys(bar, (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose();
  });
  const [typed, setTyped] = useState('');
  const [words, setWords] = useState('');
  useDebounced(typed.trim(), setWords);
  // It was asked for with a button a moment ago.
  useEffect(() => bar.current?.querySelector('input')?.focus(), []);
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const goTo = async (day: string) => {
    if (day === '') return;
    const seq = await threadOf(conversation).jump({ at: new Date(`${day}T00:00`).toISOString() });
    if (seq !== null)
      await navigate({ to: conversationPath(conversation), search: { message: String(seq) }, replace: true, resetScroll: false });
  };
  return (
    <div ref={bar} className="border-t border-line px-3 py-2.5 md:px-5">
      <div className="flex items-center gap-2">
        <div className="min-w-0 flex-1">
          {kind === 'words' ? (
            <SearchField label={t('chat.findHere')} value={typed} onChange={setTyped} />
          ) : (
            <label className="flex items-center gap-3">
              <span className="shrink-0 text-sm font-medium">{t('chat.toDay')}</span>
              <input type="date" max={today} className="field max-w-48" onChange={(event) => void goTo(event.target.value)} />
            </label>
          )}
        </div>
        {kind === 'words' && (
          <IconButton label={t('chat.toDay')} icon={CalendarSearch} tooltipSide="bottom" className="sm:hidden" onClick={onDay} />
        )}
        <IconButton label={t('chat.findClose')} icon={X} onClick={onClose} />
      </div>
      {kind === 'words' && words.length >= 2 && (
        <div className="max-h-[45vh] overflow-y-auto pt-2">
          <FoundMessages words={words} conversation={conversation} />
        </div>
      )}
    </div>
  );
}
