import { CalendarDays, ImagePlus, MapPin, Trash2, UsersRound } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { Button } from '../../../ui/button.tsx';
import { EventPicture } from '../event-picture.tsx';
import { dayName, dayOf, timeSpan, type Times } from '../event-times.ts';
import { firstDay, type EventDraft } from './event-draft.ts';

interface DraftPreviewProps {
  draft: EventDraft;
  /** The name of the host. */
  host: string;
  /** The chosen picture, which is uploaded after the event is created. */
  cover: Blob | null;
  onCover: (cover: Blob | null) => void;
}

/** Returns the times of a draft, or null while they are incomplete. */
const timesOf = (draft: EventDraft): Times | null => {
  const { timeZone, isAllDay, start, end } = draft;
  if (!isAllDay)
    return start === null || end === null
      ? null
      : { dateStart: start, dateEnd: end, timeZone, isAllDay };
  const day = firstDay(draft);
  // Noon in UTC is the same day in the time zone of the preview.
  return day === null
    ? null
    : { dateStart: `${day}T12:00:00Z`, dateEnd: `${day}T12:00:00Z`, timeZone: 'UTC', isAllDay };
};

/** The event as others will see it in lists, with its picture. */
export function DraftPreview({ draft, host, cover, onCover }: DraftPreviewProps) {
  const messages = useMessages();
  const { t } = messages;
  const input = useRef<HTMLInputElement>(null);
  const url = useMemo(() => (cover === null ? null : URL.createObjectURL(cover)), [cover]);
  useEffect(
    () => () => {
      if (url !== null) URL.revokeObjectURL(url);
    },
    [url],
  );
  const title = draft.title.trim() || t('events.untitled');
  const times = timesOf(draft);
  const lines = [
    {
      icon: CalendarDays,
      text:
        times === null ? '' : `${dayName(messages, dayOf(times))} • ${timeSpan(messages, times)}`,
    },
    { icon: MapPin, text: draft.location.trim() },
    { icon: UsersRound, text: host },
  ].filter(({ text }) => text !== '');
  return (
    <section aria-label={t('events.previewLabel')} className="grid gap-3">
      <article className="card overflow-hidden">
        <EventPicture event={{ title, cover: url }} className="aspect-5/2 w-full lg:aspect-3/2" />
        <div className="grid gap-1.5 p-4">
          <p dir="auto" className="page-start text-lg font-bold wrap-anywhere">
            {title}
          </p>
          {lines.map(({ icon: Icon, text }) => (
            <p key={text} className="flex min-w-0 items-start gap-2 text-sm text-ink-2">
              <Icon size={16} aria-hidden className="mt-0.5 shrink-0" />
              <bdi className="min-w-0 wrap-anywhere">{text}</bdi>
            </p>
          ))}
        </div>
      </article>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('events.chooseCover')}
        accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
        onChange={({ target }) => {
          const file = target.files?.[0];
          target.value = '';
          if (file) onCover(file);
        }}
      />
      <div className="flex flex-wrap gap-2">
        <Button icon={ImagePlus} onClick={() => input.current?.click()}>
          {t('events.chooseCover')}
        </Button>
        {cover !== null && (
          <Button variant="quiet" icon={Trash2} onClick={() => onCover(null)}>
            {t('events.removeCover')}
          </Button>
        )}
      </div>
    </section>
  );
}
