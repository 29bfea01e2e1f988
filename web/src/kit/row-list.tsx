import type { ReactNode } from 'react';
import { useMessages } from '../lib/messages.ts';
import { Button } from '../ui/button.tsx';

/*
 * <RowList label={t('hubs.title')} isCard><Row mark={<HubMark …/>} title={hub.name} lines={[…]} end={<MenuButton …/>}
 * /></RowList>
 * A list with a row per item: on its own background (`isCard`), or inside a card.
 */
interface RowListProps {
  label?: string;
  isCard?: boolean;
  children: ReactNode;
}

export function RowList({ label, isCard = false, children }: RowListProps) {
  return (
    <ul
      aria-label={label}
      className={`divide-y divide-line ${isCard ? 'card [&>li]:px-4 sm:[&>li]:px-5' : ''}`}
    >
      {children}
    </ul>
  );
}

interface RowProps {
  /** A picture or icon at the start. */
  mark?: ReactNode;
  title: ReactNode;
  /** Pills and tags next to the title. */
  aside?: ReactNode;
  /** True if the title is a heading of level 3. */
  isHeading?: boolean;
  /** Lines below the title. Empty ones are left out. */
  lines?: readonly ReactNode[];
  /** Buttons at the end. If there is no space, they wrap below. */
  end?: ReactNode;
  /** True if it is inactive: archived or revoked. */
  isQuiet?: boolean;
}

export function Row({
  mark,
  title,
  aside,
  isHeading = false,
  lines = [],
  end,
  isQuiet = false,
}: RowProps) {
  const Title = isHeading ? 'h3' : 'p';
  const shownLines = lines.filter(
    (line) => line !== '' && line !== null && line !== undefined && line !== false,
  );
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <div className="flex min-w-0 flex-1 basis-40 items-center gap-3">
        {/* The text keeps its contrast. */}
        {isQuiet && mark ? <span className="opacity-60">{mark}</span> : mark}
        <div className="grid min-w-0 flex-1 gap-0.5">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Title
              className={`page-start min-w-0 font-medium wrap-anywhere ${isQuiet ? 'text-ink-2' : ''}`}
              dir="auto"
            >
              {title}
            </Title>
            {aside}
          </div>
          {shownLines.map((line, nth) => (
            // Lines of a row keep their order.
            // eslint-disable-next-line react/no-array-index-key
            <p key={nth} className="text-sm text-ink-2">
              {line}
            </p>
          ))}
        </div>
      </div>
      {end && (
        // Aligns the icon of a button without a border with the end of the text.
        <div className="ms-auto flex shrink-0 flex-wrap items-center gap-2 has-[.is-quiet-icon:last-child]:-me-2">
          {end}
        </div>
      )}
    </li>
  );
}

/** A round background for a row's icon. */
export function RowIcon({ children }: { children: ReactNode }) {
  return (
    <span className="grid size-10 shrink-0 place-items-center rounded-full bg-fill text-ink-2">
      {children}
    </span>
  );
}

interface LoadMoreProps {
  /** The result of `useInfiniteQuery`. */
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
  };
  children?: ReactNode;
}

/** A button that loads the next page of a list. Hidden after the last page. */
export function LoadMore({ query, children }: LoadMoreProps) {
  const { t } = useMessages();
  if (!query.hasNextPage) return null;
  return (
    <Button
      className="justify-self-center"
      isPending={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {children ?? t('kit.showMore')}
    </Button>
  );
}
