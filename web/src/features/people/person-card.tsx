import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import type { User } from '#contract/people/endpoints.ts';
import type { Path } from '../../paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { ConnectButtons } from '../connections/connect-buttons.tsx';
import { Cover } from './cover.tsx';
import { SharedLine } from './shared-line.tsx';
import { lineOf, nameOf } from './person.ts';

/** Returns props for a person's link. The URL depends on the place and the window's width. */
export type OpenLink = (uid: string) => { to: Path; search: Record<string, string> };

interface PersonProps {
  person: User;
  openLink: OpenLink;
  /** True if the person is open next to the list. */
  isOpen?: boolean;
}

// The link covers the card, so that the whole card is clickable. Buttons are above it.
const coveringLink =
  'after:absolute after:inset-0 after:content-[""] focus-visible:outline-none focus-visible:after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-brand-text';

export const PersonCard = memo(function PersonCard({
  person,
  openLink,
  isOpen = false,
}: PersonProps) {
  const name = nameOf(person);
  return (
    <article
      data-uid={person.uid}
      className={`card relative flex h-full min-w-0 flex-col overflow-hidden transition-[border-color,box-shadow] duration-150 has-[a:hover]:border-line-strong has-[a:hover]:shadow-float ${isOpen ? 'border-brand-text! ring-1 ring-brand-text' : ''}`}
    >
      <Cover name={name} url={person.largePhotoUrl} className="h-16" />
      <div className="flex flex-1 flex-col gap-3 px-3.5 pb-3.5">
        <span className="relative -mt-7 self-start rounded-full border-3 border-ground bg-ground">
          <Avatar name={name} photoUrl={person.photoUrl} size={3.75} />
        </span>
        {/* Space for two lines and what both share, so that all cards have the same height, which positions in the
            list depend on. */}
        <div className="grid min-h-24 min-w-0 flex-1 content-start gap-1">
          <h2 className="page-start truncate text-base! tracking-normal!" dir="auto">
            <Link {...openLink(person.uid)} resetScroll={false} className={coveringLink}>
              {name}
            </Link>
          </h2>
          <p className="page-start line-clamp-2 text-sm text-ink-2" dir="auto">
            {lineOf(person)}
          </p>
          <div className="flex min-h-6 items-center">
            <SharedLine person={person} />
          </div>
        </div>
        <div className="relative z-1">
          <ConnectButtons person={person} placement="card" />
        </div>
      </div>
    </article>
  );
});

/** A person in the list, with a fixed height. On phones, the buttons are round icons. */
export const PersonRow = memo(function PersonRow({
  person,
  openLink,
  isOpen = false,
  note,
}: PersonProps & { note?: string }) {
  const name = nameOf(person);
  return (
    <article
      data-uid={person.uid}
      className={`relative flex min-h-19 min-w-0 items-center gap-3 border-b border-line py-1.5 transition-colors duration-150 sm:px-3 ${isOpen ? 'bg-brand-soft' : 'has-[a:hover]:bg-fill'}`}
    >
      <Avatar name={name} photoUrl={person.photoUrl} className="max-[24rem]:size-11!" />
      <div className="grid min-w-0 flex-1">
        <h2 className="page-start truncate text-base! tracking-normal!" dir="auto">
          <Link {...openLink(person.uid)} resetScroll={false} className={coveringLink}>
            {name}
          </Link>
        </h2>
        <p className="page-start truncate text-sm text-ink-2" dir="auto">
          {lineOf(person)}
        </p>
        {note !== undefined ? (
          <p className="truncate text-xs text-ink-3">{note}</p>
        ) : (
          <div className="md:hidden">
            <SharedLine person={person} isPlain />
          </div>
        )}
      </div>
      {note === undefined && (
        <div className="w-48 shrink-0 max-md:hidden lg:w-72">
          <SharedLine person={person} />
        </div>
      )}
      <div className="relative z-1 shrink-0">
        <ConnectButtons person={person} placement="row" />
      </div>
    </article>
  );
});
