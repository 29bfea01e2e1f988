import type { LinkPreview } from '#contract/link-previews/shapes.ts';

/** A preview of a linked page. */
export function LinkPreviewCard({
  preview: { url, title, description, site, pictureUrl },
  isWide = false,
}: {
  preview: LinkPreview;
  /** Fills its container. From tablets on, the picture is next to the text. */
  isWide?: boolean;
}) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className={`card grid max-w-full grid-cols-[minmax(0,1fr)] overflow-hidden text-start transition-colors duration-150 hover:bg-fill ${isWide ? (pictureUrl === null ? 'w-full' : 'w-full sm:grid-cols-[12rem_minmax(0,1fr)]') : 'w-80'}`}
    >
      {pictureUrl !== null && (
        <img
          src={pictureUrl}
          alt=""
          loading="lazy"
          decoding="async"
          className={`aspect-[1.91] w-full bg-fill object-cover ${isWide ? 'sm:aspect-auto sm:h-full sm:min-h-28' : ''}`}
        />
      )}
      <span className="grid content-center grid-cols-[minmax(0,1fr)] gap-0.5 px-3.5 py-2.5">
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
