const link = /https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/g;

/** What somebody has written, with its line breaks; addresses lead there in a tab of their own. */
export function PostText({ text, className = '' }: { text: string; className?: string }) {
  if (text === '') return null;
  const parts: { at: number; text: string; isLink: boolean }[] = [];
  let end = 0;
  for (const found of text.matchAll(link)) {
    if (found.index > end)
      parts.push({ at: end, text: text.slice(end, found.index), isLink: false });
    parts.push({ at: found.index, text: found[0], isLink: true });
    end = found.index + found[0].length;
  }
  if (end < text.length) parts.push({ at: end, text: text.slice(end), isLink: false });
  return (
    <p dir="auto" className={`page-start whitespace-pre-wrap wrap-anywhere ${className}`}>
      {parts.map((part) =>
        part.isLink ? (
          <a
            key={part.at}
            href={part.text}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="text-link"
          >
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </p>
  );
}
