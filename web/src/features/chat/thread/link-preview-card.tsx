import type { Message } from '#contract/chat/messages.endpoints.ts';

/** What a linked page says of itself. */
export function LinkPreviewCard({
  preview: { url, title, description, site, pictureUrl },
}: {
  preview: NonNullable<Message['preview']>;
}) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className="card grid w-80 max-w-full grid-cols-[minmax(0,1fr)] overflow-hidden text-start transition-colors duration-150 hover:bg-fill"
    >
      {pictureUrl !== null && (
        <img
          src={pictureUrl}
          alt=""
          loading="lazy"
          decoding="async"
          className="aspect-[1.91] w-full bg-fill object-cover"
        />
      )}
      <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5 px-3.5 py-2.5">
        <span className="truncate text-xs text-ink-2">{site || URL.parse(url)?.hostname}</span>
        <span dir="auto" className="line-clamp-2 text-sm font-medium">
          {title}
        </span>
        {description !== '' && (
          <span dir="auto" className="line-clamp-2 text-sm text-ink-2">
            {description}
          </span>
        )}
      </span>
    </a>
  );
}
