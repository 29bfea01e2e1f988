import { useEffect, useRef, useState } from 'react';
import type { Face } from '#contract/people/endpoints.ts';
import type { PostKind } from '#contract/posts/limits.ts';
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
  callQuery('GET /api/v1/clubs', {
    filters: JSON.stringify({ MembershipStatus: ['member'] }),
    pageSize: 100,
  });

/** The hubs that the viewer belongs to, to post for. */
export const ownHubs = () => callQuery('GET /api/v1/hubs', {});

/** People and clubs whose names begin like what is typed after an @. */
export const findNamed = (words: string) => ({
  queryKey: ['posts', 'named', words] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly Face[]> => {
    if (words.trim().length < 2) return [];
    const [people, clubs] = await Promise.all([
      call('GET /mobile_ws/v18/user_all', { search_word: words, range: '0', limit: '4' }, signal),
      call(
        'GET /api/v1/clubs',
        {
          filters: JSON.stringify({ Search: words }),
          optionalProperties: JSON.stringify(['Logo']),
          pageSize: 3,
        },
        signal,
      ),
    ]);
    return [
      ...people.items.slice(0, 4),
      ...clubs.items.map(({ id, name, Logo }) => ({
        uid: `club:${id}`,
        firstName: name,
        lastName: '',
        photoUrl: Logo ?? null,
      })),
    ];
  },
});

interface Draft {
  club: string;
  kind: PostKind;
  title: string;
  text: string;
}

/** Milliseconds without a key after which what was written is kept. */
const pauseMs = 1_500;

/** Keeps what is being written on the server, and gives back what was kept there before. */
export function usePostDraft(draft: Draft, restore: (saved: Draft) => void) {
  const [savedAt, setSavedAt] = useState<string | null>(null);
  const [isRead, setRead] = useState(false);
  const kept = useRef('');
  const isOver = useRef(false);
  const { club, kind, title, text } = draft;
  const place = { kind, ...(club !== '' && { club }) };
  const placeKey = JSON.stringify(place);
  const putBack = useRef(restore);
  const wasEmpty = useRef(title === '' && text === '');
  useEffect(() => {
    putBack.current = restore;
    wasEmpty.current = title === '' && text === '';
  });
  useEffect(() => {
    let isLive = true;
    call('GET /api/v1/posts/draft', JSON.parse(placeKey) as typeof place).then(
      ({ draft: saved }) => {
        if (!isLive) return;
        if (saved !== null && wasEmpty.current) {
          kept.current = JSON.stringify([saved.title, saved.text]);
          putBack.current({ club, kind, ...saved });
        }
        setRead(true);
      },
      // Without it one begins anew.
      () => isLive && setRead(true),
    );
    return () => {
      isLive = false;
    };
  }, [placeKey, club, kind]);
  useEffect(() => {
    const now = JSON.stringify([title, text]);
    if (!isRead || now === kept.current || (kept.current === '' && title === '' && text === ''))
      return;
    const timer = setTimeout(() => {
      if (isOver.current) return;
      const body = { ...(JSON.parse(placeKey) as typeof place), title, text };
      call('PUT /api/v1/posts/draft', body).then(
        ({ savedAt: at }) => {
          kept.current = now;
          setSavedAt(at);
        },
        // The text stands in the field; the next pause tries again.
        () => {},
      );
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [isRead, placeKey, title, text]);
  return {
    savedAt,
    /** It was posted: the server has forgotten the draft. */
    forget: () => {
      isOver.current = true;
    },
  };
}
