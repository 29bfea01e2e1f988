import { useState, type ReactNode } from 'react';
import { Poster } from './poster.tsx';

/**
 * <RichCard name="Chess Club" link={(name) => <Link to={…}>{name}</Link>} lines={['Hobbies • 42 members']} end={<JoinButton
 * …/>} />
 * An event, club or page within a list, post or message. The whole card is a link; buttons are above it.
 */
interface RichCardProps {
  name: string;
  /** Returns the link that contains the name. */
  link: (name: ReactNode, className: string) => ReactNode;
  cover?: string | null;
  /** Shown above the name: date or type. */
  above?: ReactNode;
  lines?: readonly ReactNode[];
  /** Faces and status. */
  foot?: ReactNode;
  end?: ReactNode;
  /** Shows the cover next to the text instead of above it. */
  isRow?: boolean;
}

const covering =
  "after:absolute after:inset-0 after:content-[''] focus-visible:outline-none focus-visible:after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-brand-text";

export function RichCard({
  name,
  link,
  cover,
  above,
  lines = [],
  foot,
  end,
  isRow = false,
}: RichCardProps) {
  const [isBroken, setBroken] = useState(false);
  const look = isRow ? 'w-24 shrink-0 self-stretch sm:w-32' : 'aspect-8/3 w-full';
  return (
    <article
      className={`card relative flex min-w-0 overflow-hidden transition-[border-color,box-shadow] duration-150 has-[a:hover]:border-line-strong has-[a:hover]:shadow-float ${isRow ? '' : 'flex-col'}`}
    >
      {cover && !isBroken ? (
        <img
          src={cover}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(true)}
          className={`cover-picture bg-fill-2 object-cover ${look}`}
        />
      ) : (
        <Poster name={name} className={look} />
      )}
      <div
        className={`flex min-w-0 flex-1 flex-wrap gap-3 p-3.5 ${isRow ? 'items-center' : 'items-start'}`}
      >
        <div className="grid min-w-0 flex-1 basis-40 gap-0.5">
          {above && <p className="text-xs font-bold text-ink-2">{above}</p>}
          <h3 className="page-start text-base! wrap-anywhere" dir="auto">
            {link(name, covering)}
          </h3>
          {lines.map((line, nth) => (
            // Lines keep their order.
            // eslint-disable-next-line react/no-array-index-key
            <p key={nth} className="text-sm text-ink-2">
              {line}
            </p>
          ))}
          {foot && <div className="mt-1.5">{foot}</div>}
        </div>
        {end && <div className="relative z-1">{end}</div>}
      </div>
    </article>
  );
}
