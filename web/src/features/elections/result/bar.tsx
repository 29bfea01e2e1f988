interface BarProps {
  votes: number;
  /** The part of the votes that arrived in this round. */
  added?: number;
  /** The number of votes at the end of the bar. */
  scale: number;
  /** Votes that elect, shown as a line. */
  line?: number | null;
  isElected: boolean;
}

const widthOf = (part: number, scale: number): string =>
  `${Math.min(100, Math.max(0, scale === 0 ? 0 : (part / scale) * 100))}%`;

/** A bar of votes. Decorative: the figures are next to it. */
export function Bar({ votes, added = 0, scale, line = null, isElected }: BarProps) {
  const kept = votes - Math.max(0, added);
  return (
    <div aria-hidden className="forced-edge relative h-3 rounded-full bg-fill-2">
      <div
        className={`absolute inset-y-0 start-0 rounded-full forced-colors:bg-[Highlight] ${isElected ? 'bg-good' : 'bg-brand'}`}
        style={{ width: widthOf(votes, scale) }}
      />
      {added > 0 && kept > 0 && (
        <div
          className="absolute inset-y-0 w-0.5 bg-surface"
          style={{ insetInlineStart: widthOf(kept, scale) }}
        />
      )}
      {line !== null && (
        <div
          className="absolute -inset-y-1 w-0.5 bg-ink forced-colors:bg-[CanvasText]"
          style={{ insetInlineStart: widthOf(line, scale) }}
        />
      )}
    </div>
  );
}
