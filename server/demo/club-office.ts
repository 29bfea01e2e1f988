import { newClientId } from '#contract/client-id.ts';
import type { CountedSource } from '#contract/club-points/limits.ts';
import { appendEntry, type AuditDetails, type AuditKind } from '#server/kernel/security/audit.ts';
import {
  insertAward,
  insertGift,
  upsertSettings,
} from '#server/features/club-points/club-points.queries.ts';
import {
  insertEndedMemberships,
  updateTags,
} from '#server/features/clubs/membership/membership.queries.ts';
import { selectIdsByUsername } from '#server/features/people/import/import.queries.ts';
import { visibilityOf } from '#server/features/people/privacy/privacy.queries.ts';
import { createRandomSource } from './random-source.ts';
import { selectClubNamed } from './demo.queries.ts';
import type { LogEntry } from './log-entries.ts';
import type { DemoContext } from './demo-context.ts';

/** Clubs that the sign-ins manage, with the person who does it, and the club's member tags. */
const clubs = [
  { name: 'Ridge & Trail', by: 'officer', tags: ['Hike leaders', 'Drivers'] },
  { name: 'Public Speaking Circle', by: 'officer', tags: ['Mentors'] },
  { name: 'Debate Society', by: 'officer', tags: ['First team'] },
  { name: 'Library Garden Collective', by: 'ana', tags: ['Watering'] },
  { name: 'Campus Makers', by: 'ben', tags: ['Safety course'] },
] as const;
const gifts = [
  { ago: 26, points: 10, people: 6, reason: 'Helped at the open day' },
  { ago: 9, points: 15, people: 3, reason: 'Ran the stand at the club fair' },
] as const;
const counted: Record<CountedSource, number> = { joined: 5, served: 20, attended: 10 };
/** A different seed produces other departures. */
const seed = 90_417;
const dayMs = 86_400_000;

/** Adds what officers did over the weeks: points, tags, members who left. Returns the entries of the activity log. */
export const addClubOffice = async ({ db, school, now }: DemoContext): Promise<LogEntry[]> => {
  const chance = createRandomSource(seed);
  const signIns = await selectIdsByUsername(db, ['ana', 'ben', 'officer', 'admin']);
  const entries: LogEntry[] = [];
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  for (const { name, by: username, tags } of clubs) {
    const found = await selectClubNamed(db, name);
    const by = signIns.get(username);
    if (found === undefined || by === undefined) continue;
    const { id: club, members } = found;
    const about = { club: String(club), name };
    const note = <K extends AuditKind>(ago: number, kind: K, detail: AuditDetails[K]): void => {
      const at = new Date(daysAgo(ago).getTime() + chance.below(8 * 3_600) * 1_000 - dayMs / 2);
      entries.push({ at, write: () => appendEntry(db, at, by, kind, detail) });
    };

    await upsertSettings(db, school, club, { version: 0, points: counted });
    note(58, 'club_points_changed', { ...about, act: 'settings', people: [] });
    const size = Math.ceil(members.length / 8);
    for (let part = 0; part * size < members.length; part += 1) {
      const scope = { school, club, now: daysAgo(56 - part * 7) };
      const people = members.slice(part * size, (part + 1) * size);
      await insertAward(db, scope, people, { source: 'joined', sourceId: 'club' });
    }
    await insertAward(db, { school, club, now: daysAgo(55) }, members, {
      source: 'served',
      sourceId: null,
    });
    const visibility = visibilityOf({ userId: by, isAdmin: true, isAdviser: false }, true, {});
    const others = members.filter((person) => person !== by);
    for (const [nth, { ago, points, people: count, reason }] of gifts.entries()) {
      const people = others.slice(nth * 4, nth * 4 + count);
      const gift = { sourceId: `${by}:${newClientId()}`, points, reason, by };
      await insertGift(db, visibility, { school, club, now: daysAgo(ago) }, people, gift);
      note(ago, 'club_points_changed', { ...about, act: 'given', people });
    }

    for (const [nth, tag] of tags.entries()) {
      const people = others.filter((_, at) => at % (nth + 5) === 1).slice(0, 8);
      await updateTags(db, club, people, { tag, isAdded: true, max: 20 });
      note(40 - nth, 'club_members_changed', { ...about, act: 'tags', people });
    }
    await insertEndedMemberships(
      db,
      school,
      club,
      Array.from({ length: 3 + chance.below(6) }, () => {
        const ago = 1 + chance.below(80);
        return { since: daysAgo(ago + 20 + chance.below(120)), until: daysAgo(ago) };
      }),
    );

    const accepted = others.slice(-3);
    note(33, 'club_changed', {
      ...about,
      act: 'changed',
      fields: ['takesProposals', 'cover'],
      before: { takesProposals: false },
      after: { takesProposals: true },
    });
    note(21, 'club_members_changed', { ...about, act: 'accepted', people: accepted });
    note(12, 'club_members_changed', { ...about, act: 'invited', people: others.slice(-5, -3) });
    note(4, 'club_changed', { ...about, act: 'changed', fields: ['about'] });
  }
  return entries;
};
