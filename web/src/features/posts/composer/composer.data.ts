import { useEffect, useRef, useState } from 'react';
import type { InputOf } from '#contract/call.ts';
import type { PostDraft } from '#contract/posts/drafts.endpoints.ts';
import type { PostKind } from '#contract/posts/limits.ts';
import { listClubs } from '#contract/clubs/calls.ts';
import { listHubs } from '#contract/hubs/calls.ts';
import { readDraft, saveDraft } from '#contract/posts/calls.ts';
import { call, callQuery } from '../../../lib/call.ts';
import type { FeedFrom } from '../posts.data.ts';

export interface ComposerProps {
  /** The feed below the composer. */
  from: FeedFrom;
  /** The club to post in. Without it, the writer chooses. */
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

type DraftInput = Omit<InputOf<typeof saveDraft>, 'club' | 'kind'>;
/** The saved content of the composer. */
type Kept = { readonly [K in keyof DraftInput]-?: Exclude<DraftInput[K], undefined> };

const isNothing = ({ title, text, files, poll, event }: Kept): boolean =>
  title === '' && text === '' && files.length === 0 && poll === null && event === null;

/** Pause after the last change before the draft is saved, in milliseconds. */
const pauseMs = 1_500;

/**
 * Saves the composer's content on the server, and restores an earlier draft if the composer is empty. `isReady` means that
 * all files are uploaded.
 */
export function usePostDraft(
  { club, kind }: { club: string; kind: PostKind },
  now: Kept,
  isReady: boolean,
  restore: (saved: PostDraft) => void,
) {
  /** The content last saved from this window. */
  const [kept, setKept] = useState<string | null>(null);
  const [isRead, setRead] = useState(false);
  const isOver = useRef(false);
  const draftKey = JSON.stringify({ kind, ...(club !== '' && { club }) });
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
    call(readDraft, JSON.parse(draftKey) as InputOf<typeof readDraft>).then(
      ({ draft: saved }) => {
        if (!isLive) return;
        if (saved !== null && wasEmpty.current) putBack.current(saved);
        setRead(true);
      },
      // If the draft can't be loaded, start with an empty composer.
      () => isLive && setRead(true),
    );
    return () => {
      isLive = false;
    };
  }, [draftKey]);
  useEffect(() => {
    if (!isRead || !isReady || nowKey === kept || (kept === null && isEmpty)) return;
    const timer = setTimeout(() => {
      if (isOver.current) return;
      const key = JSON.parse(draftKey) as InputOf<typeof readDraft>;
      call(saveDraft, { ...key, ...(JSON.parse(nowKey) as Kept) }).then(
        () => setKept(nowKey),
        // The text is still in the field, and the next pause tries again.
        () => {},
      );
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [isRead, isReady, isEmpty, draftKey, nowKey, kept]);
  return {
    /** True if all content is saved. */
    isSaved: kept === nowKey && !isEmpty,
    /** Call this after posting, because the server has deleted the draft. */
    forget: () => {
      isOver.current = true;
    },
  };
}
