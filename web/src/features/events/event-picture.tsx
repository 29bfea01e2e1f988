import type { EventItem } from '#contract/events/endpoints.ts';
import { Poster } from '../../ui/poster.tsx';

/** The event's picture, or a generated one. */
export function EventPicture({
  event,
  className,
}: {
  event: Pick<EventItem, 'title' | 'cover'>;
  className: string;
}) {
  return event.cover === null ? (
    <Poster name={event.title} className={className} />
  ) : (
    <img
      src={event.cover}
      alt=""
      loading="lazy"
      decoding="async"
      className={`bg-fill-2 object-cover ${className}`}
    />
  );
}
