import type { LiveEventOf } from '#contract/live.ts';
import { setBounded } from '../../kernel/bounded-map.ts';
import type { Broadcast } from '../../kernel/live/live.ts';
import { liveSource } from '../../kernel/live/live-sources.ts';

type What = LiveEventOf<'posts_changed'>['what'];

/** The feed of a post: a club, or null for the whole school. */
interface At {
  readonly post: number;
  readonly club: number | null;
}

const broadcastOf = ({ post, club }: At, what: What): readonly Broadcast[] => [
  {
    rooms: club === null ? ['everyone'] : [`club:${club}`, `readers:${club}`],
    event: {
      kind: 'posts_changed',
      post: String(post),
      club: club === null ? null : String(club),
      what,
      spreadMs: 0,
    },
  },
];

/** Last time at which this process broadcast the counts of each post. */
const counted = new Map<number, number>();
const countedMax = 10_000;
/** Clients fetch the counts at least a second after a broadcast, so they also get the changes within that second. */
const countedEveryMs = 1_000;

const broadcastCounts = (at: At): readonly Broadcast[] => {
  const now = performance.now();
  if (now - (counted.get(at.post) ?? -countedEveryMs) < countedEveryMs) return [];
  counted.delete(at.post);
  setBounded(counted, at.post, now, countedMax);
  return broadcastOf(at, 'counted');
};

/** The sources of live events about posts. */
export const postsSources = [
  liveSource('post_published', (at) => broadcastOf(at, 'new')),
  liveSource('post_changed', (at) => broadcastOf(at, 'changed')),
  liveSource('post_deleted', (at) => broadcastOf(at, 'deleted')),
  liveSource('post_liked', (at) => broadcastCounts(at)),
  liveSource('comment_written', (at) => broadcastCounts(at)),
  liveSource('comment_liked', (at) => broadcastCounts(at)),
];
