import { Link, useRouter } from '@tanstack/react-router';
import { useQueries } from '@tanstack/react-query';
import { BookOpen, GraduationCap, Shapes, UsersRound } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { User } from '#contract/people/endpoints.ts';
import { getProfile } from '#contract/people/calls.ts';
import { getSharedMemberships } from '#contract/shared-memberships/calls.ts';
import { callQuery } from '../../lib/call.ts';
import { addEnglish, useMessages } from '../../lib/messages.ts';
import { useUser } from '../../lib/session-store.ts';
import { useStore } from '../../lib/store.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ConnectButtons } from '../connections/connect-buttons.tsx';
import { hoverAnchor, type HoverAnchor } from './hover-anchor.ts';
import { lineOf, nameOf, profileLink } from './person.ts';
import { sharedReasons } from './shared-reason.ts';
import hintText from 'messages:en/people.cardHint';

addEnglish(hintText);

/** A card next to a person's name: face, studies, what both share, and the connect buttons. */
export function HoverCard() {
  const anchor = useStore(hoverAnchor);
  return anchor && createPortal(<PositionedCard key={anchor.uid} anchor={anchor} />, document.body);
}

const close = () => hoverAnchor.set(null);

/** Distance to the name, and to the edges of the window, in pixels. */
const gap = 6;
const edge = 8;

/** Puts the card below the name, or above it if there is no space. */
function positionCard(card: HTMLElement, { element }: HoverAnchor): void {
  const [of, own] = [element.getBoundingClientRect(), card.getBoundingClientRect()];
  const width = document.documentElement.clientWidth;
  const isRtl = document.documentElement.dir === 'rtl';
  const start = isRtl ? of.right - own.width : of.left;
  const below = of.bottom + gap;
  const isAbove = below + own.height > window.innerHeight - edge && of.top > own.height + gap;
  card.style.left = `${Math.max(edge, Math.min(start, width - own.width - edge))}px`;
  card.style.top = `${isAbove ? of.top - own.height - gap : below}px`;
  card.style.visibility = 'visible';
}

const focusable = 'a[href], button';

/**
 * Alt+↓ goes from the name into the card, so that names have no more tab stops than their links. Tab goes from the card's end to what
 * follows the name. Escape closes the card.
 */
function useKeys(card: React.RefObject<HTMLElement | null>, { element }: HoverAnchor) {
  const { t } = useMessages();
  const hint = t('people.cardHint');
  useEffect(() => {
    element.setAttribute('aria-keyshortcuts', 'Alt+ArrowDown');
    element.setAttribute('aria-description', hint);
    return () => {
      element.removeAttribute('aria-keyshortcuts');
      element.removeAttribute('aria-description');
    };
  }, [element, hint]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const parts = [...(card.current?.querySelectorAll<HTMLElement>(focusable) ?? [])];
      const at = document.activeElement;
      const isInside = card.current?.contains(at) === true;
      if (event.key === 'Escape') {
        // A menu of the card closes first.
        if (document.querySelector('[role="menu"]') !== null) return;
        event.stopPropagation();
        if (isInside) element.focus();
        close();
      }
      if (event.key === 'ArrowDown' && event.altKey && at === element) {
        event.preventDefault();
        (parts[0] ?? card.current)?.focus();
      }
      if (event.key !== 'Tab') return;
      // The card is the last element of the page, so a name at the end would lead into it.
      if (at === element) close();
      else if (isInside && event.shiftKey && at === parts[0]) {
        event.preventDefault();
        element.focus();
      } else if (isInside && !event.shiftKey && at === parts.at(-1)) {
        // The browser continues from the name.
        element.focus();
        close();
      }
    };
    document.addEventListener('keydown', onKey, { capture: true });
    return () => document.removeEventListener('keydown', onKey, { capture: true });
  }, [card, element]);
}

function PositionedCard({ anchor }: { anchor: HoverAnchor }) {
  const { uid } = anchor;
  const { t } = useMessages();
  const router = useRouter();
  const card = useRef<HTMLDivElement>(null);
  const [profile, memberships] = useQueries({
    queries: [
      callQuery(getProfile, { uid, view: 'card' }),
      callQuery(getSharedMemberships, { uid }),
    ],
  });
  const found = profile.data?.data;
  const person = found === undefined || Array.isArray(found) ? undefined : found;
  const isLoading = profile.isPending || memberships.isPending;
  const isMissing = !isLoading && person === undefined;
  useKeys(card, anchor);
  useEffect(() => router.subscribe('onBeforeNavigate', close), [router]);
  useEffect(() => {
    const observer = new MutationObserver(() => !anchor.element.isConnected && close());
    observer.observe(document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [anchor]);
  useLayoutEffect(() => {
    if (isMissing) close();
    else if (card.current) positionCard(card.current, anchor);
  }, [anchor, isLoading, isMissing]);
  if (isMissing) return null;
  const names = memberships.data;
  return (
    <div
      ref={card}
      // A dialog behind it must not hide it from screen readers, nor close when it is pressed.
      data-react-aria-top-layer="true"
      data-hover-card
      role="dialog"
      tabIndex={-1}
      aria-label={person ? nameOf(person) : t('state.loading')}
      aria-busy={isLoading}
      className="forced-edge invisible fixed z-50 w-80 max-w-[calc(100vw-1rem)] rounded-card border border-line raised p-4 text-start text-sm shadow-float animate-appear"
    >
      {person === undefined || isLoading ? (
        <LoadingCard />
      ) : (
        <Facts
          person={
            names === undefined
              ? person
              : {
                  ...person,
                  shared: { club: names.clubs[0]?.name, course: names.courses[0] },
                }
          }
        />
      )}
    </div>
  );
}

function LoadingCard() {
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-3">
        <Skeleton isRound className="size-14 shrink-0" />
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-4 w-4/5" />
        </div>
      </div>
      <Skeleton className="h-4 w-4/5" />
      <Skeleton className="h-9" />
    </div>
  );
}

const icons = {
  mutual: UsersRound,
  course: BookOpen,
  club: Shapes,
  studies: GraduationCap,
} as const;

/** Maximum facts that both share. */
const factsMax = 3;

function Facts({ person }: { person: User }) {
  const messages = useMessages();
  const reasons = sharedReasons(messages, person, useUser()).slice(0, factsMax);
  const name = nameOf(person);
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-3">
        <Avatar name={name} photoUrl={person.photoUrl} size={3.5} />
        <div className="grid min-w-0 flex-1">
          <Link
            {...profileLink(person.uid)}
            dir="auto"
            className="page-start line-clamp-2 rounded-sm text-base font-bold wrap-anywhere hover:underline"
          >
            {name}
          </Link>
          <p className="page-start text-ink-2" dir="auto">
            {lineOf(person)}
          </p>
        </div>
      </div>
      {reasons.length > 0 && (
        <ul className="grid gap-1">
          {reasons.map(({ kind, text }) => {
            const Icon = icons[kind];
            return (
              <li key={text} className="flex items-start gap-2 text-ink-2">
                <Icon size={16} aria-hidden className="mt-0.5 shrink-0 text-ink-3" />
                <span className="min-w-0 wrap-anywhere">{text}</span>
              </li>
            );
          })}
        </ul>
      )}
      <ConnectButtons person={person} placement="card" />
    </div>
  );
}
