import { useEffect, useRef, useState } from 'react';
import type { InputOf } from '#contract/call.ts';
import type { PostDraft } from '#contract/posts/drafts.endpoints.ts';
import type { PostKind } from '#contract/posts/limits.ts';
import { listClubs } from '#contract/clubs/calls.ts';
import { listHubs } from '#contract/hubs/calls.ts';
import { readDraft, saveDraft } from '#contract/posts/calls.ts';
import { call, callQuery } from '../../lib/call.ts';
import type { FeedFrom } from './posts.data.ts';

export interface ComposerProps {
  /** The feed it stands above. */
  from: FeedFrom;
  /** The club in which it is posted; without it the writer chooses. */
  club?: string;
  kind?: PostKind;
}

/** The clubs that the viewer is a member of, to post in. */
export const joinedClubs = () =>
  callQuery(listClubs, {
    filters: JSON.stringify({ MembershipStatus: ['member'] }),
    pageSize: 100,
  });

/** The hubs that the viewer belongs to, to post for. */
export const ownHubs = () => callQuery(listHubs, {});

type Sent = Omit<InputOf<typeof saveDraft>, 'club' | 'kind'>;
/** All that stands in the composer, as it is kept. */
type Kept = { readonly [K in keyof Sent]-?: Exclude<Sent[K], undefined> };

const isNothing = ({ title, text, files, poll, event }: Kept): boolean =>
  title === '' && text === '' && files.length === 0 && poll === null && event === null;

/** Milliseconds without a change after which what stands there is kept. */
const pauseMs = 1_500;

/**
 * Keeps what stands in the composer on the server, and gives back what was kept there before, if nothing stands in it yet. `isReady`:
 * all of its files have come.
 */
export function usePostDraft(
  { club, kind }: { club: string; kind: PostKind },
  now: Kept,
  isReady: boolean,
  restore: (saved: PostDraft) => void,
) {
  /** What the server has, as far as this window has sent it. */
  const [kept, setKept] = useState<string | null>(null);
  const [isRead, setRead] = useState(false);
  const isOver = useRef(false);
  const placeKey = JSON.stringify({ kind, ...(club !== '' && { club }) });
  const nowKey = JSON.stringify(now);
  const isEmpty = isNothing(now);
  const putBack = useRef(restore);
  const wasEmpty = useRef(isEmpty);
  useEffect(() => {
    putBack.current = restore;
    wasEmpty.current = isEmpty;
  });
  useEffect(() => {
    let isLive = true;
    call(readDraft, JSON.parse(placeKey) as InputOf<typeof readDraft>).then(
      ({ draft: saved }) => {
        if (!isLive) return;
        if (saved !== null && wasEmpty.current) putBack.current(saved);
        setRead(true);
      },
      // Without it one begins anew.
      () => isLive && setRead(true),
    );
    return () => {
      isLive = false;
    };
  }, [placeKey]);
  useEffect(() => {
    if (!isRead || !isReady || nowKey === kept || (kept === null && isEmpty)) return;
    const timer = setTimeout(() => {
      if (isOver.current) return;
      const place = JSON.parse(placeKey) as InputOf<typeof readDraft>;
      call(saveDraft, { ...place, ...(JSON.parse(nowKey) as Kept) }).then(
        () => setKept(nowKey),
        // It stands in the field; the next pause tries again.
        () => {},
      );
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [isRead, isReady, isEmpty, placeKey, nowKey, kept]);
  return {
    /** All that stands there is kept. */
    isSaved: kept === nowKey && !isEmpty,
    /** It was posted: the server has forgotten the draft. */
    forget: () => {
      isOver.current = true;
    },
  };
}
