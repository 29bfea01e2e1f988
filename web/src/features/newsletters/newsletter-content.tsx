import type { NewsletterBlock } from '#contract/newsletters/endpoints.ts';
import { SafeHtml } from '../../lib/safe-html.tsx';
import { buttonClass } from '../../ui/button-style.ts';

interface NewsletterLetterProps {
  title: string;
  summary: string;
  blocks: readonly NewsletterBlock[];
  /** The title is the page's heading, or one within the page. */
  heading?: 'h1' | 'h2';
}

/** A newsletter as its readers see it. */
export function NewsletterContent({
  title,
  summary,
  blocks,
  heading: Heading = 'h1',
}: NewsletterLetterProps) {
  return (
    <div className="grid max-w-prose gap-4" dir="auto">
      <div className="grid gap-1">
        <Heading className="text-2xl! wrap-anywhere">{title}</Heading>
        {summary !== '' && <p className="text-lg text-ink-2 wrap-anywhere">{summary}</p>}
      </div>
      {blocks.map((block, index) => (
        // Blocks have no IDs, and none is added or moved while reading.
        <Part key={index} block={block} under={Heading === 'h1' ? 'h2' : 'h3'} />
      ))}
    </div>
  );
}

function Part({ block, under: Heading }: { block: NewsletterBlock; under: 'h2' | 'h3' }) {
  switch (block.kind) {
    case 'heading':
      return <Heading className="mt-2 text-lg! wrap-anywhere">{block.text}</Heading>;
    case 'text':
      return <SafeHtml html={block.html} className="rich-text wrap-anywhere" />;
    case 'picture':
      return (
        <figure className="grid gap-1.5">
          <img
            src={`/files/${block.file}`}
            alt={block.alt}
            width={block.width}
            height={block.height}
            loading="lazy"
            className="h-auto max-w-full rounded-card"
          />
          {block.caption !== '' && (
            <figcaption className="text-sm text-ink-2">{block.caption}</figcaption>
          )}
        </figure>
      );
    case 'button':
      return (
        <a
          href={block.url}
          target="_blank"
          rel="noopener noreferrer"
          className={`${buttonClass({ variant: 'primary' })} justify-self-start`}
        >
          {block.label}
        </a>
      );
    case 'divider':
      return <hr className="my-2 border-line" />;
  }
}
